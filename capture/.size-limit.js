const script = (name, limit, path) => ({ name, limit, path: `dist/packed/${path}`, gzip: true });

export default [
  script('script in the page', '120 kB', 'pageScript.js'),
  script('popup', '90 kB', 'popup.js'),
  script('settings', '90 kB', 'options.js'),
  script('worker', '120 kB', 'worker.js'),
];
