/** Small projects of three frameworks; each has a heading in a component and a button that is given to it. */

/** The body of each one's page. */
export const ROOT = '<div id="root"></div><script type="module" src="/assets/app.js"></script>';

export const REACT = {
  'src/main.jsx': `import { createRoot } from 'react-dom/client';
import { App } from './App.jsx';
createRoot(document.getElementById('root')).render(<App />);
`,
  'src/App.jsx': `import { Card } from './parts/Card.jsx';
export function App() {
  return (
    <main>
      <Card><button className="pay">Pay</button></Card>
    </main>
  );
}
`,
  'src/parts/Card.jsx': `export function Card({ children }) {
  return (
    <section>
      <h2>Total</h2>
      <p dangerouslySetInnerHTML={{ __html: '<em>Not</em> yet paid' }} />
      {children}
    </section>
  );
}
`,
};

export const VUE = {
  'src/main.js': `import { createApp } from 'vue';
import App from './App.vue';
createApp(App).mount('#root');
`,
  'src/App.vue': `<script setup>
import Card from './parts/Card.vue';
</script>
<template>
  <Card><button>Pay</button></Card>
</template>
`,
  'src/parts/Card.vue': `<script setup>
const note = '<em>Not</em> yet paid';
</script>
<template>
  <section><h2>Total</h2><p v-html="note" /><slot /></section>
</template>
`,
};

export const SVELTE = {
  'src/main.js': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('root') });
`,
  'src/App.svelte': `<script>
  import Card from './Card.svelte';
</script>
<Card><button>Pay</button></Card>
`,
  'src/Card.svelte': `<script>
  let { children } = $props();
</script>
<section>
  <h2>Total</h2>
  {@render children()}
</section>
`,
};
