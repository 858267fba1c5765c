import { generateKeyPairSync } from 'node:crypto'
import { base58Decode, base58Encode } from '@polkadot/util-crypto/base58'
import { describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { domainAccounts, favouriteAccount, reverseAccount } from './name-accounts.ts'
import { createSnsNames } from './sns.ts'

const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const nameProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const offersProgram = '85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29'
const { publicKey } = generateKeyPairSync('ed25519')
const owner = Uint8Array.from(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
const address = base58Encode(owner)
const { domain, solRecords } = domainAccounts('bonfida')

type Stored = { readonly owner: string; readonly data: Uint8Array }
const named = (by: Uint8Array, content: Uint8Array = new Uint8Array()): Stored => ({
  owner: nameProgram,
  data: Buffer.concat([new Uint8Array(32), by, new Uint8Array(32), content]),
})
const text = (label: string) => Buffer.concat([Uint8Array.of(label.length, 0, 0, 0), Buffer.from(label)])
const favourite = (of: string, program = offersProgram): Stored => ({
  owner: program,
  data: Buffer.concat([Uint8Array.of(1), base58Decode(of)]),
})

function names(accounts: Readonly<Record<string, Stored>>) {
  const rpc = scriptedRpc([chainId], ({ params }) => {
    const [requestedAddresses] = z.parse(z.tuple([z.array(z.string()), z.unknown()]), params)
    const value = requestedAddresses.map((one) => {
      const account = accounts[one]
      return account
        ? { owner: account.owner, data: [Buffer.from(account.data).toString('base64'), 'base64'] }
        : null
    })
    return { context: {}, value }
  })
  return createSnsNames(rpc, chainId)
}

const found = { name: 'bonfida.sol', addresses: { 501: address }, avatar: undefined }

describe('Solana Name Service domains', () => {
  it('accounts of a domain › same as the service derives', () => {
    // Published test vectors of SNS.
    expect(domain).toBe('Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb')
    expect(domainAccounts('toly').domain).toBe('FX1APjKbFu6M8GKb3dGXcZLXjxX4fGaYwvHqb5Vaee8q')
  })

  it('registered domain, in any letter case › its owner', async () => {
    const service = names({ [domain]: named(owner) })
    expect(await service.resolve('bonfida.sol')).toEqual(found)
    expect(await service.resolve('Bonfida.SOL')).toEqual(found)
  })

  it.each([
    ['it has a SOL record of the first version', { [domain]: named(owner), [solRecords[0]]: named(owner) }],
    ['it has a SOL record of the second version', { [domain]: named(owner), [solRecords[1]]: named(owner) }],
    ['its owner is a program', { [domain]: named(base58Decode(domain)) }],
    ['the account is of another program', { [domain]: { ...named(owner), owner: offersProgram } }],
    ['the account is too short', { [domain]: { owner: nameProgram, data: new Uint8Array(95) } }],
    ['it is not registered', {}],
  ])('%s › undefined', async (_, accounts) => {
    expect(await names(accounts).resolve('bonfida.sol')).toBeUndefined()
  })

  it('other forms of names › not names', async () => {
    for (const name of ['bonfida', 'dex.bonfida.sol', '.sol', 'bon fida.sol', '\u0430bc.sol', '-a.sol']) {
      expect(names({}).isName(name)).toBe(false)
      expect(await names({}).resolve(name)).toBeUndefined()
    }
    expect(names({}).isName('bonfida.sol')).toBe(true)
  })

  it('account with a favourite domain › its name, if it is still the owner', async () => {
    const own = {
      [favouriteAccount(owner)]: favourite(domain),
      [reverseAccount(domain)]: named(owner, text('bonfida')),
    }
    expect(await names({ ...own, [domain]: named(owner) }).reverseResolve(address)).toEqual(found)
    const sold = owner.map((byte, at) => (at === 0 ? byte ^ 1 : byte))
    expect(await names({ ...own, [domain]: named(sold) }).reverseResolve(address)).toBeUndefined()
    expect(await names({ [domain]: named(owner) }).reverseResolve(address)).toBeUndefined()
    const forged = { ...own, [favouriteAccount(owner)]: favourite(domain, nameProgram) }
    expect(await names({ ...forged, [domain]: named(owner) }).reverseResolve(address)).toBeUndefined()
    expect(await names({}).reverseResolve('0x12')).toBeUndefined()
  })

  it('node does not respond › throws', async () => {
    const failingRpc = scriptedRpc([chainId], () => {
      throw new NodeErrorResponse(-32603, 'no node answers')
    })
    await expect(createSnsNames(failingRpc, chainId).resolve('bonfida.sol')).rejects.toThrow(
      'no node answers',
    )
    await expect(createSnsNames(failingRpc, chainId).reverseResolve(address)).rejects.toThrow(
      'no node answers',
    )
  })
})
