import { encodeFunctionData, encodeFunctionResult, type Hex, keccak256, parseAbi, stringToBytes } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { decodeCall } from './read-call.ts'
import { createSessionAccounts } from './session-accounts.ts'

const chainId = 'eip155:8453'
const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const site = privateKeyToAccount(generatePrivateKey())
const keys = { site: site.address, cosigner: address }
const contractAbi = parseAbi(['function sessions(address, address) view returns (uint64, uint64)'])
const stored = (expiry: bigint, used: bigint) =>
  encodeFunctionResult({ abi: contractAbi, functionName: 'sessions', result: [expiry, used] })
const accountsOver = (result: () => unknown) => {
  const rpc = scriptedRpc([chainId], result)
  return { rpc, accounts: createSessionAccounts(rpc) }
}
const { accounts } = accountsOver(() => {
  throw new Error('The chain was asked')
})

describe('session accounts', () => {
  it('CAIP-10 id of a supported chain › chain and EIP-55 address', () => {
    for (const text of [address, address.toLowerCase()])
      expect(accounts.parseAccount(`${chainId}:${text}`)).toEqual({ chainId, address })
  })

  it.each([
    `eip155:1:${address}`,
    `solana:8453:${address}`,
    `${chainId}:0x12`,
    `${chainId}:${address}0`,
    `${chainId}:`,
    address,
    '',
  ])('%j › not an account', (text) => expect(accounts.parseAccount(text)).toBeUndefined())

  it('public key › its address', () => {
    expect(accounts.addressOfKey(site.publicKey)).toBe(site.address)
  })

  it.each([
    ['compressed', `0x02${site.publicKey.slice(4, 68)}`],
    ['point that is not on the curve', `0x04${'ab'.repeat(64)}`],
    ['other prefix', `0x05${site.publicKey.slice(4)}`],
    ['cut short', site.publicKey.slice(0, -2)],
    ['no hex', `0x04${'zz'.repeat(64)}`],
  ])('%s key › no address', (_, key) => expect(accounts.addressOfKey(key)).toBeUndefined())

  it('new cosigner › signs hashes as its address', async () => {
    const { privateKey, publicKey } = accounts.createCosigner()
    const account = { chainId, address }
    const hash = accounts.actHash(account, keys, 0n, { to: address, value: 1n, data: '0x' })
    const signature = await accounts.sign(privateKey, hash)
    expect(await accounts.recoverSigner(hash, signature)).toBe(accounts.addressOfKey(publicKey))
    expect(accounts.createCosigner().privateKey).not.toBe(privateKey)
  })

  it.each(['', 'text', '0x', `0x${'00'.repeat(65)}`, '0x1234'])('signature %j › no signer', async (text) => {
    expect(await accounts.recoverSigner(`0x${'11'.repeat(32)}`, text)).toBeUndefined()
  })

  it('private key that is not hex › not in the error', async () => {
    await expect(accounts.sign('hunter2', '0x11')).rejects.toThrow(/^The text is not hex$/)
  })
})

describe('grant', () => {
  const read = (result: () => unknown) => accountsOver(result).accounts.readGrant({ chainId, address }, keys)

  it('session in the contract › expiry and number of acts, not from a cache', async () => {
    const { rpc, accounts: accountsWithGrant } = accountsOver(() => stored(1_800_000_000n, 3n))
    const grant = await accountsWithGrant.readGrant({ chainId, address }, keys)
    expect(grant).toEqual({ expirySeconds: 1_800_000_000n, actCount: 3n })
    expect(rpc.fresh).toEqual([true])
  })

  it.each([
    ['no contract', () => '0x'],
    ['no such session', () => stored(0n, 0n)],
    ['another contract', () => `0x${'ff'.repeat(64)}`],
    ['more than two words', () => `${stored(9n, 0n)}${'00'.repeat(32)}`],
    [
      'a revert',
      () => {
        throw new NodeErrorResponse(3, 'execution reverted', '0x')
      },
    ],
  ])('%s › no grant', async (_, result) => expect(await read(result)).toBeUndefined())

  it('no node responds › throws', async () => {
    const failingCall = () => {
      throw new NodeErrorResponse(-32603, 'no node answers')
    }
    await expect(read(failingCall)).rejects.toThrow()
  })
})

describe('call by the ABI of a host', () => {
  const signature =
    'function f(uint8 a, int256 b, address c, bool d, bytes32 e, string g, uint256[] h, bytes4 i)'
  const abi = parseAbi([signature, 'event f2()', 'function g((uint256 x, (bytes y) z)[] t)'])
  const data = (b: bigint): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'f',
      args: [7, b, address, true, `0x${'22'.repeat(32)}`, 'text', [1n], '0x12345678'],
    })

  it('arguments › numbers, addresses, booleans and bytes32 are comparable', () => {
    const others = [undefined, undefined, undefined]
    const words = [7n, 8n, BigInt(address), 1n, BigInt(`0x${'22'.repeat(32)}`)]
    expect(decodeCall(abi, 'f', data(8n))).toEqual([...words, ...others])
    expect(decodeCall(abi, 'f', data(-8n))?.[1]).toBeUndefined()
  })

  it('lists of structs › decoded', () => {
    const call = encodeFunctionData({ abi, functionName: 'g', args: [[{ x: 1n, z: { y: '0x12' } }]] })
    expect(decodeCall(abi, 'g', call)).toEqual([undefined])
  })

  it.each([
    ['another function', abi, 'g', data(8n)],
    ['an event', abi, 'f2', data(8n)],
    ['more bytes', abi, 'f', `${data(8n)}00`],
    ['a number with bits beyond its type', abi, 'f', data(8n).replace('0'.repeat(61), `1${'0'.repeat(60)}`)],
    ['no data', abi, 'f', '0x'],
    ['no hex', abi, 'f', 'text'],
    ['the name twice', [...abi, ...parseAbi([signature])], 'f', data(8n)],
    ['the name of an error too', [...abi, { type: 'error', name: 'f', inputs: [] }], 'f', data(8n)],
    ['entries that are no ABI', [null, 7, 'f', { type: 'function', name: 'f' }], 'f', data(8n)],
  ] as const)('%s › undefined', (_, given, name, call) => {
    expect(decodeCall(given, name, call)).toBeUndefined()
  })

  const hostile = (type: string, components?: readonly unknown[]) => [
    { type: 'function', name: 'f', inputs: [{ type, components }], outputs: [], stateMutability: 'view' },
  ]
  const deep = (depth: number): object =>
    depth === 0 ? { type: 'uint256' } : { type: 'tuple', components: [deep(depth - 1)] }

  it.each([
    ['empty tuples without end', hostile('tuple[4000000000]', []), '()[4000000000]'],
    ['empty lists without end', hostile('uint256[0][4000000000]'), 'uint256[0][4000000000]'],
    ['a dynamic list of empty tuples', hostile('tuple[]', []), '()[]'],
    ['an unknown type', hostile('number'), 'number'],
    ['tuples in tuples', hostile('tuple', [deep(2_000)]), `${'('.repeat(2_001)}uint256${')'.repeat(2_001)}`],
  ])('ABI with %s › undefined', (_, given, type) => {
    const selector = keccak256(stringToBytes(`f(${type})`)).slice(0, 10)
    const words = ['20', 'ffffffff'].map((word) => word.padStart(64, '0'))
    expect(decodeCall(given, 'f', `${selector}${words.join('')}`)).toBeUndefined()
  })
})
