import { describe, expect, it } from 'vitest'
import { copyProblems, importProblems, sdkMarker } from './example-rules.ts'

const packages = new Set(['@drawbridge/host-sdk', 'vue'])

describe('imports of an example', () => {
  it.each([
    ['src/main.ts', "import '@drawbridge/host-sdk/react'\nimport { ref } from 'vue'"],
    ['src/main.ts', "import { bridge } from './bridge.ts'\nimport '../index.css'"],
    [
      'src/app.vue',
      '<script setup lang="ts">\nimport { ref } from \'vue\'\n</script>\n<template>import "x"</template>',
    ],
  ])('%s › own files and listed packages › allowed', (path, text) => {
    expect(importProblems({ path, text }, packages)).toEqual([])
  })

  it.each([
    ['src/main.ts', "import type { A } from '../../../host-sdk/src/index.ts'", 'outside of the example'],
    ['src/main.ts', "await import('../../vue/src/bridge.ts')", 'outside of the example'],
    ['src/main.ts', "export { z } from '#shared/zod.ts'", 'which its package.json does not list'],
    ['src/main.ts', "import { html } from 'viem'", 'which its package.json does not list'],
    ['src/app.vue', "<script setup>\nimport x from '../../x.ts'\n</script>", 'outside of the example'],
    ['index.html', '<script type="module">import "/sdk/bundle.js"</script>', 'does not list'],
  ])('%s › %s › a problem', (path, text, reason) => {
    expect(importProblems({ path, text }, packages)).toEqual([expect.stringContaining(reason)])
  })
})

describe('copies of the SDK', () => {
  const file = (path: string, text: string) => ({ path, text })

  it('one in all files › as expected › no problem', () => {
    expect(copyProblems([file('a.js', `x("${sdkMarker}")`), file('b.js', 'y()')], 1)).toEqual([])
  })

  it('none, or a second one › not as expected › a problem with the count', () => {
    expect(copyProblems([file('a.js', 'y()')], 1)).toEqual(['the build contains the SDK 0 times, not 1'])
    const twice = [file('a.js', sdkMarker), file('b.js', sdkMarker)]
    expect(copyProblems(twice, 1)).toEqual(['the build contains the SDK 2 times, not 1'])
  })
})
