import { describe, expect, it } from 'vitest'
import { parseChainId } from '../../../shared/caip/chain-id.ts'
import { bundledNetworks, servedNetworks, singleEndpointNetworks } from './bundled-networks.ts'

const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const customNetwork = {
  id: parseChainId('eip155:31337'),
  name: 'Own',
  nativeCurrency: { name: 'Own', symbol: 'OWN', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:8545'],
}

it('bundled networks › each › has currency and an endpoint', () => {
  const networks = bundledNetworks()
  expect(networks.length).toBeGreaterThanOrEqual(79)
  for (const { id, nativeCurrency, rpcUrls } of networks) {
    expect(nativeCurrency.symbol, id).not.toBe('')
    expect(rpcUrls.length, id).toBeGreaterThan(0)
  }
})

describe('served networks', () => {
  it('no settings › the bundled ones', () => {
    expect(servedNetworks([])).toEqual(bundledNetworks())
  })

  it('RPC URLs of a bundled network › replace only the public ones', () => {
    const rpcUrls = ['https://one.example', 'https://two.example']
    const served = servedNetworks([{ id: solana, rpcUrls }])
    const bundled = bundledNetworks()
    expect(served.map(({ id }) => id)).toEqual(bundled.map(({ id }) => id))
    expect(served.find(({ id }) => id === solana)).toEqual({
      ...bundled.find(({ id }) => id === solana),
      rpcUrls,
    })
  })

  it('other fields of a bundled network › keep its public RPC URLs', () => {
    const [changed] = servedNetworks([{ id: solana, name: 'Sol', testnet: true }]).filter(
      ({ id }) => id === solana,
    )
    expect(changed).toMatchObject({ name: 'Sol', testnet: true, nativeCurrency: { symbol: 'SOL' } })
    expect(changed?.rpcUrls).toHaveLength(1)
  })

  it('network that is not bundled › added at the end', () => {
    expect(servedNetworks([customNetwork]).at(-1)).toEqual(customNetwork)
  })

  it.each(['name', 'nativeCurrency', 'rpcUrls'] as const)(
    'unknown network without %s › rejected',
    (field) => {
      expect(() => servedNetworks([{ ...customNetwork, [field]: undefined }])).toThrow(
        'networks must state name, nativeCurrency and rpcUrls of "eip155:31337"',
      )
    },
  )
})

describe('single endpoint', () => {
  it('bundled networks › Solana, not Ethereum', () => {
    const ids = singleEndpointNetworks(bundledNetworks()).map(({ id }) => id)
    expect(ids).toContain(solana)
    expect(ids).not.toContain('eip155:1')
  })

  it('one URL twice › counts once', () => {
    const [url = ''] = customNetwork.rpcUrls
    expect(singleEndpointNetworks([{ ...customNetwork, rpcUrls: [url, url] }])).toHaveLength(1)
  })
})
