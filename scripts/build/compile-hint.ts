import type { Plugin } from 'vite'

/**
 * V8 compiles all functions of the rendering file while it loads, on another thread, instead of each at its first call: the
 * first render calls most of them. https://v8.dev/blog/explicit-compile-hints
 */
export const compileHint: Plugin = {
  name: 'compile-hint',
  enforce: 'post',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      // The hint has an effect on the first line only.
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.name === 'main')
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
    },
  },
}
