import { describe, expect, it } from 'vitest'
import { bundleProblems, eagerChainProblems, sdkImportProblems, vaultProblems } from './bundle-rules.ts'

const hello = 't.postMessage(n,r===void 0||r===`null`?`*`:r)'
const file = (text: string) => ({ path: 'a.js', text })

/** The files of host-sdk as they should be, one of them with other code. */
const sdk = (path: string, text: string) =>
  Object.entries({
    'index.js':
      "import * as Comlink from 'comlink'\nimport * as z from 'zod/mini'\nimport('./page-wallets.js')",
    'bundle.js': 'import(`./page-wallets.js`);import(`./page-faces.js`)',
    'drawbridge.js': 'import(`./page-wallets.js`)',
    'page-wallets.js': '',
    'page-faces.js': '',
    'own-nodes.js': '',
    'on-failure.js': '',
    'button.js': '',
    'viem.js': 'import { custom } from "viem"',
    'polkadot.js': 'import { getPolkadotSignerFromPjs } from "@polkadot-api/pjs-signer"',
    'polkadot-js.js': '',
    'react.js': 'import { useMemo } from "react"',
    [path]: text,
  }).map(([name, code]) => ({ path: name, text: code }))

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
  ])('%s › %i problems', (text, count) => {
    expect(bundleProblems([file(text)])).toHaveLength(count)
  })

  it('hello to any origin › one over all files › allowed', () => {
    expect(bundleProblems([file(hello), file(hello)])).toHaveLength(1)
  })

  it.each([
    ['node_modules/viem/_esm/index.js', 1],
    ['node_modules/@walletconnect/core/dist/index.js', 1],
    ['node_modules/react/index.js', 0],
    ['src/chains/eip155/manifest.ts', 0],
  ])('eager file › with %s › %i problems', (id, count) => {
    expect(eagerChainProblems(['a.js'], { 'a.js': [id], 'b.js': ['node_modules/viem/x.js'] })).toHaveLength(
      count,
    )
  })

  it.each([
    ['viem.js', 'import{custom as c}from"viem";', []],
    ['index.js', "import { custom } from 'viem'", ['host-sdk index.js imports viem']],
    ['bundle.js', 'import(`./react.js`)', ['host-sdk bundle.js imports ./react.js']],
    ['drawbridge.js', 'import"./viem.js"', ['host-sdk drawbridge.js imports ./viem.js']],
    [
      'polkadot-js.js',
      "import '@polkadot-api/pjs-signer'",
      ['host-sdk polkadot-js.js imports @polkadot-api/pjs-signer'],
    ],
    ['react.js', 'export * from "./index.js"', ['host-sdk react.js imports ./index.js']],
    ['solana.js', 'import "@solana/kit"', ['host-sdk solana.js imports @solana/kit']],
  ])('entry of host-sdk › imports another or its peer: %s with %s › problem', (path, text, problemCount) => {
    expect(sdkImportProblems(sdk(path, text))).toEqual(problemCount)
  })

  it('entry of host-sdk › not built › problem', () => {
    expect(sdkImportProblems(sdk('viem.js', '').filter(({ path }) => path !== 'viem.js'))).toEqual([
      'host-sdk has no viem.js',
    ])
  })

  it('eager file › unknown modules › problem', () => {
    expect(eagerChainProblems(['a.js'], {})).toEqual(['a.js has no list of modules'])
  })
})

describe('vaultProblems', () => {
  it.each([
    ['node_modules/preact/compat/dist/compat.mjs', 0],
    ['node_modules/react/cjs/react.production.js', 1],
    ['node_modules/react-dom/client.js', 1],
    ['node_modules/@walletconnect/core/dist/index.js', 1],
    ['widget-app/src/ui/buttons/button.tsx', 0],
  ])('%s › %i', (id, count) => {
    expect(vaultProblems({ 'assets/index.js': [id] })).toHaveLength(count)
  })
})
