import type { Plugin } from 'vite'

const asks = /const scriptRel = .*?\)\(\);/s

const loads = 'baseModule().catch('
/** The address is in the error of Chromium and Firefox; another fragment asks anew. */
const again = `(cause) => {
  const [url] = /https?:\\S+/.exec(cause) ?? []
  if (!url) throw cause
  return import(/* @vite-ignore */ url + '#' + Date.now())
}`

/**
 * Vite's helper for dynamic imports asks the browser as it loads whether it knows `modulepreload`. Every browser the
 * widget is built for does, and the asking makes a `<link>`, whose classes would stay in memory for nothing.
 *
 * Browsers remember for ever that a module could not be fetched: without a second attempt under another address nothing
 * that a person can try again would work before the next document.
 */
export const preloadHelper: Plugin = {
  name: 'preload-helper',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      if (!asks.test(code))
        throw new Error("Vite's preload helper no longer asks for modulepreload: this can go")
      if (!code.includes(loads)) throw new Error("Vite's preload helper loads in another way")
      return code
        .replace(asks, "const scriptRel = 'modulepreload';")
        .replace(loads, `baseModule().catch(${again}).catch(`)
    },
  },
}
