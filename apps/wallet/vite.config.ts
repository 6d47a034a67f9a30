import { callsWithoutSchemas } from '@btbc/contract/without-schemas.ts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

import { catalogues } from './catalogues.ts'
import { plainImports } from './plain-imports.ts'

const server = process.env.BTBC_DEV_SERVER ?? 'http://127.0.0.1:3000'

/** What the server answers itself: never the app's shell, never from a cache. */
const serverPaths =
  /^\/(api|sapi|captcha|dev|docs|media|live|console|operator|health|openapi(-operators)?\.json|another-node\.html)(\/|$|\?)/

/** Lists by the page are not on the first screens: they come with those that have them. */
const coreLibraries =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack|@lingui|clsx)[\\/](?!.*[iI]nfiniteQuery(Observer)?\.js$)/

/** What every screen needs is one file: together it is smaller than in pieces. */
const everyScreen =
  /apps[\\/]wallet[\\/]src[\\/](api[\\/]call|i18n[\\/](language|text)|storage)\.ts$|packages[\\/](ui[\\/]src[\\/](notice\.ts|(FieldNote|Skeleton)\.tsx)|client[\\/]src[\\/]client\.ts)$/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    catalogues(),
    callsWithoutSchemas(),
    plainImports(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'BTBC (test funds)',
        short_name: 'BTBC test',
        description: 'Mining, wallet and exchange on test funds only. Nothing here has real value.',
        start_url: '/',
        display: 'standalone',
        background_color: '#100F0E',
        theme_color: '#100F0E',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css,woff2,svg,png}'],
        // Fetched by who turns push on or checks a proof, and by nobody else.
        globIgnores: ['push-worker.js', 'another-node.html'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [serverPaths],
        // importScripts is a Trusted Types sink; one file needs none.
        inlineWorkboxRuntime: true,
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  resolve: {
    alias: {
      // React has it since 18; the shim would be in the first load for nothing.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist',
    // /assets is a screen.
    assetsDir: 'static',
    manifest: true,
    // Fonts and pictures come from 'self' only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A list of every screen's files would be in the first load of every screen. The server names
      // those of the first screen in the page; the rest is fetched when a finger goes near a link.
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: {
      output: {
        // The first file names some sixty others.
        chunkFileNames: 'static/[name]-[hash:7].js',
        // What changes seldom is one file: after a deploy most of the app is still in the cache.
        codeSplitting: {
          groups: [
            { name: 'core', test: coreLibraries },
            { name: 'base', test: everyScreen },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        ['/api', '/captcha', '/dev', '/docs', '/health', '/media', '/openapi'].map((path) => [
          path,
          // The name that was asked for is passed on: it is part of who sits at this machine.
          { target: server, changeOrigin: false },
        ]),
      ),
      '/live': { target: server, ws: true },
    },
  },
})
