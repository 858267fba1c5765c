import type { Plugin } from 'vite'

const supportCheck = /const scriptRel = .*?\)\(\);/s

const importCall = 'baseModule().catch('
/** The URL is in the error of Chromium and Firefox; another fragment fetches again. */
const retryCode = `(cause) => {
  const [url] = /https?:\\S+/.exec(cause) ?? []
  if (!url) throw cause
  return import(/* @vite-ignore */ url + '#' + Date.now())
}`

/**
 * Vite's helper for dynamic imports checks when it loads whether the browser supports `modulepreload`. Every supported
 * browser does, and the check creates a `<link>`, whose classes would remain in memory for nothing. Browsers cache forever
 * that a module could not be fetched: without a second attempt at another URL no retry by the user would work before the
 * next document.
 */
export const preloadHelper: Plugin = {
  name: 'preload-helper',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      if (!supportCheck.test(code))
        throw new Error("Vite's preload helper no longer asks for modulepreload: this can go")
      if (!code.includes(importCall)) throw new Error("Vite's preload helper loads in another way")
      return code
        .replace(supportCheck, "const scriptRel = 'modulepreload';")
        .replace(importCall, `baseModule().catch(${retryCode}).catch(`)
    },
  },
}
