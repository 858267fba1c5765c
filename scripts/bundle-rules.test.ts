import { describe, expect, it } from 'vitest'
import { bundleComplaints, eagerChainComplaints } from './bundle-rules.ts'

const hello = 't.postMessage(n,r===void 0||r===`null`?`*`:r)'
const file = (text: string) => ({ path: 'a.js', text })

describe('bundle rules', () => {
  it.each([
    [hello, 0],
    [`${hello};${hello}`, 1],
    ['t.postMessage(n,"*")', 1],
    ["t.postMessage(f(n),{targetOrigin:'*'})", 1],
    ['t.postMessage(n,o)', 0],
    ['function w(e,t=globalThis,n="*"){return{postMessage:(r,i)=>e.postMessage(r,n,i)}}', 1],
    ['function expose(e,t=globalThis,n=["*"]){}', 0],
    ['n===`*`', 0],
  ])('param: %s raises %i complaints', (text, count) => {
    expect(bundleComplaints([file(text)])).toHaveLength(count)
  })

  it('behavior: one hello is allowed over all files together', () => {
    expect(bundleComplaints([file(hello), file(hello)])).toHaveLength(1)
  })

  it.each([
    ['node_modules/viem/_esm/index.js', 1],
    ['node_modules/@walletconnect/core/dist/index.js', 1],
    ['node_modules/react/index.js', 0],
    ['src/chains/eip155/manifest.ts', 0],
  ])('param: an eager file with %s raises %i complaints', (id, count) => {
    expect(eagerChainComplaints(['a.js'], { 'a.js': [id], 'b.js': ['node_modules/viem/x.js'] })).toHaveLength(
      count,
    )
  })

  it('error: an eager file whose modules are unknown is named', () => {
    expect(eagerChainComplaints(['a.js'], {})).toEqual(['a.js has no list of modules'])
  })
})
