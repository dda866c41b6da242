import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Fonts, character maps, decoders and signs of notes that a PDF may ask for by name: beside the bundle, under the version they belong to. */
function pdfParts(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    name: 'pdf-parts',
    apply: 'build',
    generateBundle() {
      // Scripts in documents are not run.
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs', 'web/images'])
        for (const name of readdirSync(join(dirname(manifest), folder)))
          if (!name.startsWith('quickjs') && (folder !== 'web/images' || name.startsWith('annotation-')))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf-${version}/${basename(folder)}/${name}`,
              source: readFileSync(join(dirname(manifest), folder, name)),
            })
    },
  }
}

/** The browser bundle. `npm run dev` adds the proxy to the server through DNA_SERVER. */
export default defineConfig({
  root: 'src/web',
  plugins: [react(), pdfParts()],
  build: {
    outDir: '../../build/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Groups need each other in a circle; without this some of them run before what they call is there.
        strictExecutionOrder: true,
        // What a third of the pages need comes as one file; what fewer share, in groups of pages that need it. A page asks for half as
        // many files as otherwise, and for nothing it has no use for.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'common', minShareCount: 40, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 10_000 },
          ],
        },
      },
    },
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
