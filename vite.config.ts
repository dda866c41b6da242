import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The browser bundle. `npm run dev` adds the proxy to the server through DNA_SERVER. */
export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: process.env.DNA_SERVER
      ? {
          '/api': process.env.DNA_SERVER,
          '/hubs': { target: process.env.DNA_SERVER, ws: true },
        }
      : undefined,
  },
})
