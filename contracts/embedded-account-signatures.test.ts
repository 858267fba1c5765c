import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  hashMessage,
  keccak256,
  maxUint256,
  parseSignature,
  toHex,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage, verifySiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permitTransfersArtefact } from '#stack/contracts/out/permit-transfers.ts'
import { type AccountWorld, startAccountWorld } from './testing/account-world.ts'
import { compactSignature } from './testing/compact-signature.ts'
import { embeddedAccountAbi } from './testing/embedded-account-abi.ts'
import { erc20Abi, recipient } from './testing/token-calls.ts'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const hash = keccak256(toHex('a digest'))

let world: AccountWorld
let permits: Address
beforeAll(async () => {
  world = await startAccountWorld()
  permits = await world.deploy(permitTransfersArtefact.bytecode)
})
afterAll(() => world.stop())

const word = (value: bigint): Hex => toHex(value, { size: 32 })
/** The other signature of the same digest and key, with s in the upper half and the other v. */
function withHighS(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  return concatHex([r, word(curveOrder - BigInt(s)), yParity === 0 ? '0x1c' : '0x1b'])
}
const isValidSignature = (account: Address, digest: Hex, signature: Hex) =>
  world.client.readContract({
    address: account,
    abi: embeddedAccountAbi,
    functionName: 'isValidSignature',
    args: [digest, signature],
  })

describe('isValidSignature', () => {
  it.each([
    ['65 bytes', (signature: Hex) => signature],
    ['64 bytes', compactSignature],
  ] as const)('%s of the own key › valid', async (_, encode) => {
    const account = await world.newDelegatedAccount()
    // Both parities, so that the compact form is read with and without its upper bit.
    for (let index = 0; index < 8; index++) {
      const digest = keccak256(word(BigInt(index)))
      const signature = encode(await account.sign({ hash: digest }))
      expect(await isValidSignature(account.address, digest, signature)).toBe('0x1626ba7e')
    }
  })

  it.each([
    ['empty', (): Hex => '0x'],
    ['63 bytes', (signature: Hex): Hex => `0x${signature.slice(2, 128)}`],
    ['66 bytes', (signature: Hex): Hex => `${signature}00`],
    ['96 bytes', (signature: Hex): Hex => concatHex([signature, `0x${'00'.repeat(31)}`])],
    ['65 zero bytes', (): Hex => `0x${'00'.repeat(65)}`],
    ['64 zero bytes', (): Hex => `0x${'00'.repeat(64)}`],
    ['s in the upper half', withHighS],
    ['v of 0 or 1', (signature: Hex): Hex => withV(signature, parseSignature(signature).yParity)],
    ['the other v', (signature: Hex): Hex => withV(signature, 28 - parseSignature(signature).yParity)],
    ['v of 29', (signature: Hex): Hex => withV(signature, 29)],
    ['another r', (signature: Hex): Hex => concatHex([hash, `0x${signature.slice(66)}`])],
  ] as const)('%s › invalid', async (_, change) => {
    const account = await world.newDelegatedAccount()
    const signature = change(await account.sign({ hash }))
    expect(await isValidSignature(account.address, hash, signature)).toBe('0xffffffff')
  })

  it('another key, another digest › invalid', async () => {
    const [account, other] = [await world.newDelegatedAccount(), await world.newAccount()]
    const { address } = account
    expect(await isValidSignature(address, hash, await other.sign({ hash }))).toBe('0xffffffff')
    const signature = await account.sign({ hash: keccak256(hash) })
    expect(await isValidSignature(address, hash, signature)).toBe('0xffffffff')
  })

  it('signature of one account › valid there, invalid for another account', async () => {
    const [account, other] = [await world.newDelegatedAccount(), await world.newDelegatedAccount()]
    const signature = await account.sign({ hash })
    expect(await isValidSignature(account.address, hash, signature)).toBe('0x1626ba7e')
    expect(await isValidSignature(other.address, hash, signature)).toBe('0xffffffff')
  })

  it('detection of ERC-7739 › not supported', async () => {
    const { address } = await world.newDelegatedAccount()
    expect(await isValidSignature(address, `0x${'7739'.repeat(16)}`, '0x')).toBe('0xffffffff')
  })
})

function withV(signature: Hex, v: number): Hex {
  return concatHex([`0x${signature.slice(2, 130)}`, toHex(v, { size: 1 })])
}

describe.each([
  ['without delegation', () => world.newAccount()],
  ['with delegation', () => world.newDelegatedAccount()],
] as const)('account %s', (_, newAccount) => {
  it('sign-in message › verifies for its account only', async () => {
    const [account, other] = [await newAccount(), await newAccount()]
    const message = createSiweMessage({
      ...{ address: account.address, chainId: world.chainId, domain: 'shop.example', nonce: 'aaaabbbb1' },
      ...{ uri: 'https://shop.example', version: '1' },
    })
    const signed = async (by: PrivateKeyAccount) => ({
      ...{ message, domain: 'shop.example', address: account.address },
      signature: await by.signMessage({ message }),
    })
    expect(await verifySiweMessage(world.client, await signed(account))).toBe(true)
    expect(await verifySiweMessage(world.client, await signed(other))).toBe(false)
  })

  it('message and typed data › verify', async () => {
    const account = await newAccount()
    const { address } = account
    const message = 'Hello'
    const signature = await account.signMessage({ message })
    expect(await world.client.verifyMessage({ address, message, signature })).toBe(true)
    expect(await world.client.verifyMessage({ address, message: 'Bye', signature })).toBe(false)

    const typed = permitFor('0x00000000000000000000000000000000000000c3', address, 0n)
    const typedSignature = await account.signTypedData(typed)
    expect(await world.client.verifyTypedData({ ...typed, address, signature: typedSignature })).toBe(true)
    expect(await world.client.verifyHash({ address, hash: hashMessage(message), signature })).toBe(true)
  })

  it('Permit2 with 65 and with 64 bytes › transfers, once each', async () => {
    const { account, token, spender } = await permitWorld(newAccount)
    for (const [nonce, encode] of [[0n, (whole: Hex) => whole] as const, [1n, compactSignature] as const]) {
      const signature = encode(await account.signTypedData(permitFor(token, spender.address, nonce)))
      const data = transferData(token, nonce, account.address, signature)
      expect((await world.send(spender, { to: permits, data })).status).toBe('success')
      expect((await world.send(spender, { to: permits, data })).status).toBe('reverted')
    }
    expect(await world.tokenBalance(token, recipient)).toBe(2n)
  })

  it('Permit2 with the signature of another key › reverts', async () => {
    const { account, token, spender } = await permitWorld(newAccount)
    const other = await newAccount()
    const signature = await other.signTypedData(permitFor(token, spender.address, 0n))
    const data = transferData(token, 0n, account.address, signature)
    expect((await world.send(spender, { to: permits, data })).status).toBe('reverted')
    expect(await world.tokenBalance(token, account.address)).toBe(10n)
  })
})

/** An account whose tokens the contract with Permit2's rules may move, and an account that sends its permits. */
async function permitWorld(newAccount: () => Promise<PrivateKeyAccount>) {
  const [account, spender] = [await newAccount(), await world.newAccount()]
  const token = await world.newToken(account.address, 10n)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permits, maxUint256] })
  await world.send(account, { to: token, data })
  return { account, spender, token }
}

function permitFor(token: Address, spender: Address, nonce: bigint) {
  return {
    domain: { name: 'Permit2', chainId: world.chainId, verifyingContract: permits },
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message: { permitted: { token, amount: 1n }, spender, nonce, deadline: maxUint256 },
  } as const
}

function transferData(token: Address, nonce: bigint, owner: Address, signature: Hex): Hex {
  const permit = { permitted: { token, amount: 1n }, nonce, deadline: maxUint256 }
  return encodeFunctionData({
    abi: permitTransfersArtefact.abi,
    functionName: 'permitTransferFrom',
    args: [permit, { to: recipient, requestedAmount: 1n }, owner, signature],
  })
}
