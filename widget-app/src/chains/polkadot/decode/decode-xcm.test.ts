import { encodeAddress } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import { decodeXcmTransfer, isXcmTransfer } from './decode-xcm.ts'

/** Locations as SCALE types of XCM 3 to 5 write them in JSON; the local chain's runtime is too old for them. */
const id = `0x${'11'.repeat(32)}`
const to = encodeAddress(id, 42)
const account = (version: string, list: boolean) => {
  const junction = { accountId32: { network: null, id } }
  return { [version]: { parents: 0, interior: { x1: list ? [junction] : junction } } }
}
const parachain = (version: string, list: boolean) => {
  const junction = { parachain: 1_000 }
  return { [version]: { parents: 0, interior: { x1: list ? [junction] : junction } } }
}
const here = { parents: 0, interior: { here: null } }

describe('transfers to another chain', () => {
  it.each([
    ['v3', false, { concrete: here }],
    ['v4', true, here],
    ['v5', true, here],
  ] as const)('XCM version %s › decoded', (version, list, asset) => {
    const assets = { [version]: [{ id: asset, fun: { fungible: '0x000000000000000000000002540be400' } }] }
    expect(decodeXcmTransfer([parachain(version, list), account(version, list), assets])).toEqual([
      {
        is: 'transfer',
        from: undefined,
        to,
        figure: { value: 10_000_000_000n, contract: undefined },
        beyond: { is: 'parachain', id: 1_000 },
      },
    ])
  })

  it('relay chain’s currency › not the native currency of this chain', () => {
    const relay = { parents: 1, interior: { here: null } }
    const assets = { v4: [{ id: relay, fun: { fungible: 5 } }] }
    expect(decodeXcmTransfer([{ v4: relay }, account('v4', true), assets])).toMatchObject([
      { figure: { value: 5n, contract: 'relay' }, beyond: { is: 'relay' } },
    ])
  })

  it('destination and asset without a short name › shown by their location', () => {
    const bridged = {
      v4: { parents: 2, interior: { x1: [{ globalConsensus: { ethereum: { chainId: 1 } } }] } },
    }
    const token = {
      parents: 2,
      interior: {
        x2: [
          { globalConsensus: { ethereum: { chainId: 1 } } },
          { accountKey20: { network: null, key: '0xab' } },
        ],
      },
    }
    const assets = { v4: [{ id: token, fun: { fungible: 5 } }] }
    const [fact] = decodeXcmTransfer([bridged, account('v4', true), assets])
    expect(fact).toMatchObject({
      beyond: { is: 'elsewhere', location: '../../globalConsensus {"ethereum":{"chainId":1}}' },
      figure: { contract: expect.stringContaining('accountKey20') },
    })
  })

  it.each([
    ['a version that is not known', [{ v0: 'here' }, account('v4', true), { v4: [] }]],
    ['no assets', [parachain('v4', true), account('v4', true), { v4: [] }]],
    ['no beneficiary', [parachain('v4', true)]],
    [
      'a negative amount',
      [parachain('v4', true), account('v4', true), { v4: [{ id: here, fun: { fungible: -1 } }] }],
    ],
  ])('%s › throws', (_name, args) => {
    expect(() => decodeXcmTransfer(args)).toThrow()
  })

  it('isXcmTransfer › transfers of the XCM pallet on relay chains and parachains', () => {
    for (const pallet of ['polkadotXcm', 'xcmPallet'])
      for (const name of [
        'limitedReserveTransferAssets',
        'limitedTeleportAssets',
        'reserveTransferAssets',
        'teleportAssets',
        'transferAssets',
      ])
        expect(isXcmTransfer(`${pallet}.${name}`)).toBe(true)
    for (const name of [
      'polkadotXcm.send',
      'polkadotXcm.execute',
      'xcmPallet.transferAssetsUsingTypeAndThen',
    ])
      expect(isXcmTransfer(name)).toBe(false)
  })
})
