import { expect, it } from 'vitest'
import { stableNames } from './stable-chunk-names.ts'

const importing = (hash: string) => `import{a as t}from"./adapter-${hash}.js";t("plain-text.js")`

it('hash of an imported file changes › same size', () => {
  const [before, after] = ['B9fmY96V', 'BH03-_W5'].map((hash) =>
    stableNames({ [`assets/adapter-${hash}.js`]: ['src/adapter.ts'] })(importing(hash)),
  )
  expect(before).toBe(after)
  expect(before).toHaveLength(importing('B9fmY96V').length)
})

it('two files of one name › different names', () => {
  const stable = stableNames({
    'assets/adapter-B9fmY96V.js': ['src/evm/adapter.ts'],
    'assets/adapter-BH03qmW5.js': ['src/solana/adapter.ts'],
  })
  expect(stable('adapter-B9fmY96V.js')).not.toBe(stable('adapter-BH03qmW5.js'))
})
