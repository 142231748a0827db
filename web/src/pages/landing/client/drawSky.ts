const STARS = 50;

const SPARKLE_MS = 700;
const SPARKLES_MAX = 60;
const COLOR = '255, 236, 200';
const TURN = 2 * Math.PI;

interface Star {
  /** Share of the width and height. */
  x: number;
  y: number;
  radius: number;
  phase: number;
}

interface Sparkle {
  x: number;
  y: number;
  born: number;
}

const newStar = (): Star => ({
  x: Math.random(),
  y: Math.random(),
  radius: 0.5 + Math.random(),
  phase: Math.random() * TURN,
});

const matches = (query: string) => window.matchMedia(query).matches;
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Draws stars that twinkle, and sparkles where a mouse moves. Rests while it is out of sight; still where less motion
 * or less data is wanted. Returns how to stop it.
 */
export function drawSky(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d');
  if (!context) return () => undefined;
  const isStill = matches('(prefers-reduced-motion: reduce)') || savesData();
  canvas.dataset['stars'] = String(STARS);
  const stars = Array.from({ length: STARS }, newStar);
  let sparkles: Sparkle[] = [];
  let frame = 0;
  let isSeen = true;

  const dot = (x: number, y: number, radius: number, strength: number) => {
    context.fillStyle = `rgba(${COLOR}, ${strength})`;
    context.beginPath();
    context.arc(x, y, radius, 0, TURN);
    context.fill();
  };
  const draw = (now: number) => {
    const { clientWidth: width, clientHeight: height } = canvas;
    context.clearRect(0, 0, width, height);
    for (const { x, y, radius, phase } of stars) {
      dot(x * width, y * height, radius, 0.45 + (isStill ? 0 : 0.35 * Math.sin(now / 900 + phase)));
    }
    sparkles = sparkles.filter(({ born }) => now - born < SPARKLE_MS);
    for (const { x, y, born } of sparkles) {
      const age = (now - born) / SPARKLE_MS;
      dot(x, y + age * 14, 1.6 * (1 - age), 0.9 * (1 - age));
    }
    frame = !isStill && isSeen && !document.hidden ? requestAnimationFrame(draw) : 0;
  };
  const wake = () => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const resize = () => {
    const scale = window.devicePixelRatio;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    wake();
  };
  const sparkle = ({ clientX, clientY, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || sparkles.length >= SPARKLES_MAX) return;
    const box = canvas.getBoundingClientRect();
    const spread = () => (Math.random() - 0.5) * 12;
    sparkles.push({
      x: clientX - box.left + spread(),
      y: clientY - box.top + spread(),
      born: performance.now(),
    });
  };

  const stop = new AbortController();
  const { signal } = stop;
  const sizes = new ResizeObserver(resize);
  const sight = new IntersectionObserver(([entry]) => {
    isSeen = entry?.isIntersecting ?? true;
    wake();
  });
  sizes.observe(canvas);
  sight.observe(canvas);
  document.addEventListener('visibilitychange', wake, { signal });
  if (!isStill) window.addEventListener('pointermove', sparkle, { signal });
  return () => {
    stop.abort();
    sizes.disconnect();
    sight.disconnect();
    cancelAnimationFrame(frame);
  };
}
