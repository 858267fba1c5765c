import { expect, it } from 'vitest'
import { inlineScriptSources } from './inline-scripts.ts'

it('inline script › source is its hash; files and data have none', () => {
  const html = '<script type="module" src="/a.js"></script><script>go()\n</script><meta content="x">'
  expect(inlineScriptSources(html)).toEqual(["'sha256-uxztVBOu4I1US70toGMPbtpfckNKW9OzJ9C6/M5mIrI='"])
})
