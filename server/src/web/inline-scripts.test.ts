import { expect, it } from 'vitest'
import { inlineScriptSources } from './inline-scripts.ts'

it('script inside the document › named by its hash; files and data are not', () => {
  const html = '<script type="module" src="/a.js"></script><script>go()\n</script><meta content="x">'
  expect(inlineScriptSources(html)).toEqual(["'sha256-uxztVBOu4I1US70toGMPbtpfckNKW9OzJ9C6/M5mIrI='"])
})
