import { callsWithoutSchemas } from '@btbc/contract/without-schemas.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.BTBC_DEV_SERVER ?? 'http://127.0.0.1:3000'

/** The name that was asked for is passed on: it is part of who sits at this machine. */
const proxied = { target: server, changeOrigin: false }

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), callsWithoutSchemas(), tailwindcss()],
  build: {
    outDir: 'dist',
    assetsDir: 'static',
    manifest: true,
    // Fonts and pictures come from 'self' only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Beside the wallet, which has Vite's own.
  server: { port: 5174, proxy: { '/operator/api': proxied, '/dev': proxied } },
})
