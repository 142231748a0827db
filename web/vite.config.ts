import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://localhost:4600';

/** The server believes its own origin only, so the development server speaks in its name. */
const toServer = { target: SERVER, changeOrigin: true, headers: { origin: SERVER }, ws: true };

export default defineConfig({
  plugins: [react()],
  build: { outDir: 'dist', assetsDir: 'assets', manifest: true, emptyOutDir: true, assetsInlineLimit: 0 },
  server: {
    proxy: {
      '^/(api|auth|tokens|snapshots)/': toServer,
      '^/me$': toServer,
      '^/s/[^/]+/gate$': toServer,
    },
  },
});
