import { describe, expect, it } from 'vitest'
import { approveNamespaces, type RequestedNamespaces, type SupportedNamespace } from './approve-namespaces.ts'

const supported: readonly SupportedNamespace[] = [
  {
    namespace: 'eip155',
    methods: ['personal_sign', 'eth_sendTransaction'],
    events: ['chainChanged'],
    accounts: { 'eip155:1': 'eip155:1:0xa', 'eip155:10': 'eip155:10:0xa' },
  },
  {
    namespace: 'solana',
    methods: ['solana_signMessage'],
    events: [],
    accounts: { 'solana:x': 'solana:x:B' },
  },
]
const evm: RequestedNamespaces = {
  eip155: {
    chains: ['eip155:1', 'eip155:10', 'eip155:999'],
    methods: ['personal_sign', 'eth_sign'],
    events: ['chainChanged', 'other'],
  },
}
const solana: RequestedNamespaces = {
  solana: { chains: ['solana:x'], methods: ['solana_signMessage'], events: [] },
}
const ethereum = { chains: ['eip155:1'], methods: [], events: [] }

const chainsOf = (approved: ReturnType<typeof approveNamespaces>) =>
  Object.values(approved).flatMap(({ chains }) => chains)

describe('approveNamespaces', () => {
  it('partly supported request › approves the supported part, an account per chain', () => {
    expect(approveNamespaces([{}, evm], supported)).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:10'],
        accounts: ['eip155:1:0xa', 'eip155:10:0xa'],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      },
    })
  })

  it.each<[string, readonly RequestedNamespaces[], readonly string[] | undefined, readonly string[]]>([
    ['required and optional together', [evm, solana], undefined, ['eip155:1', 'eip155:10', 'solana:x']],
    ['the same chain once', [{ eip155: ethereum }, evm], undefined, ['eip155:1', 'eip155:10']],
    ['only a namespace', [evm, solana], ['solana'], ['solana:x']],
    ['only a chain', [evm, solana], ['eip155:10'], ['eip155:10']],
    ['nothing', [evm, solana], [], []],
    ['a chain in the key', [{ 'eip155:10': { methods: [], events: [] } }], undefined, ['eip155:10']],
    ['nothing of a foreign namespace', [{ cosmos: ethereum }], undefined, []],
    ['nothing without chains', [{ eip155: { methods: [], events: [] } }], undefined, []],
  ])('%s › chains of the approved namespaces', (_, requested, only, chains) => {
    expect(chainsOf(approveNamespaces(requested, supported, only))).toEqual(chains)
  })
})
