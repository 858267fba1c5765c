import type { Plugin } from 'vite'

const asks = /const scriptRel = .*?\)\(\);/s

/**
 * Vite's helper for dynamic imports asks the browser as it loads whether it knows `modulepreload`. Every browser the
 * widget is built for does, and the asking makes a `<link>`, whose classes would stay in memory for nothing.
 */
export const preloadHelper: Plugin = {
  name: 'preload-helper',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      if (!asks.test(code))
        throw new Error("Vite's preload helper no longer asks for modulepreload: this can go")
      return code.replace(asks, "const scriptRel = 'modulepreload';")
    },
  },
}
