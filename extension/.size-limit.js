export default [{ name: 'editor extension', limit: '1 MB', path: 'dist/stagelink.vsix', brotli: false }];
