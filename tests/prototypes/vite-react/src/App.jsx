import { useEffect, useState } from 'react';
import { go, usePath } from './router.js';
import { SPOTS } from './spots.js';

function useStored(key, initial) {
  const [value, setValue] = useState(() => JSON.parse(localStorage.getItem(key)) ?? initial);
  useEffect(() => localStorage.setItem(key, JSON.stringify(value)), [key, value]);
  return [value, setValue];
}

export function App() {
  const path = usePath();
  const [saved, setSaved] = useStored('tideline.saved', ['north-pier']);
  const toggle = (slug) => setSaved(saved.includes(slug) ? saved.filter((other) => other !== slug) : [...saved, slug]);
  const spot = SPOTS.find(({ slug }) => path === `/spots/${slug}`);
  const shown = path === '/saved' ? SPOTS.filter(({ slug }) => saved.includes(slug)) : SPOTS;

  useEffect(() => {
    document.title = `${spot ? spot.name : path === '/saved' ? 'Saved' : 'This morning'} · Tideline`;
  }, [path, spot]);

  return (
    <>
      <header className="bar">
        <a className="brand" href="/" onClick={go}>
          <img src="/mark.svg" alt="" width="32" height="32" /> Tideline
        </a>
        <nav aria-label="Main">
          <a href="/" onClick={go} aria-current={path === '/' ? 'page' : undefined}>Today</a>
          <a href="/saved" onClick={go} aria-current={path === '/saved' ? 'page' : undefined}>Saved <span className="count">{saved.length}</span></a>
        </nav>
        <ThemeButton />
      </header>
      <main>{spot ? <Spot spot={spot} saved={saved.includes(spot.slug)} onToggle={toggle} /> : path === '/' || path === '/saved' ? <Grid title={path === '/saved' ? 'Saved bays' : 'This morning'} spots={shown} /> : <Lost />}</main>
      <footer>Swell, wind and tide are sample data for this prototype.</footer>
    </>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme);
  const next = theme === 'light' ? 'dark' : 'light';
  const change = () => {
    document.documentElement.dataset.theme = next;
    localStorage.setItem('tideline.theme', next);
    setTheme(next);
  };
  return <button type="button" className="ghost" onClick={change}>{next === 'dark' ? 'Night' : 'Day'}</button>;
}

function Grid({ title, spots }) {
  return (
    <>
      <section className="intro">
        <p className="eyebrow">Saturday, first light 06:51</p>
        <h1>{title}</h1>
        <p>The bays worth getting up for, in the order the tide reaches them.</p>
      </section>
      {spots.length === 0 && <p className="empty">Nothing saved yet. Open a bay and press Save.</p>}
      <ul className="grid">
        {spots.map((spot) => (
          <li key={spot.slug}>
            <a className="card" href={`/spots/${spot.slug}`} onClick={go}>
              <img src={`/spots/${spot.slug}.svg`} alt="" />
              <h2>{spot.name}</h2>
              <p>{spot.mood}</p>
              <dl>
                <div><dt>Swell</dt><dd>{spot.swell} m</dd></div>
                <div><dt>Wind</dt><dd>{spot.wind} kn</dd></div>
                <div><dt>High</dt><dd>{spot.high}</dd></div>
              </dl>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Spot({ spot, saved, onToggle }) {
  const points = spot.tides.map((height, i) => `${(i * 600) / (spot.tides.length - 1)},${190 - height * 48}`);
  return (
    <article className="spot">
      <img className="hero" src={`/spots/${spot.slug}.svg`} alt={`The bay at ${spot.name}`} />
      <div className="head">
        <div>
          <p className="eyebrow">High water {spot.high}</p>
          <h1>{spot.name}</h1>
          <p>{spot.mood}.</p>
        </div>
        <button type="button" className="primary" aria-pressed={saved} onClick={() => onToggle(spot.slug)}>{saved ? 'Saved' : 'Save'}</button>
      </div>
      <figure>
        <svg viewBox="0 0 600 210" role="img" aria-label={`Tide at ${spot.name} through the day`}>
          <polyline points={`0,210 ${points.join(' ')} 600,210`} className="fill" />
          <polyline points={points.join(' ')} className="line" />
        </svg>
        <figcaption>Tide from 04:00 to 18:00</figcaption>
      </figure>
      <a href="/" onClick={go}>All bays</a>
    </article>
  );
}

function Lost() {
  return (
    <section className="intro">
      <h1>No such bay</h1>
      <p><a href="/" onClick={go}>Back to this morning</a></p>
    </section>
  );
}
