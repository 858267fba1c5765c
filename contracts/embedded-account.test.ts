import { type Address, encodeDeployData, encodeFunctionData, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedAccountAddress } from '#shared/config/embedded-account.ts'
import { bundleAccountArtefact } from '#stack/contracts/out/bundle-account.ts'
import { safeCollectionArtefact } from '#stack/contracts/out/safe-collection.ts'
import { safeMultiTokenArtefact } from '#stack/contracts/out/safe-multi-token.ts'
import { stipendSenderArtefact } from '#stack/contracts/out/stipend-sender.ts'
import { type AccountWorld, batchMode, encodeBatch, startAccountWorld } from './testing/account-world.ts'
import { embeddedAccountAbi } from './testing/embedded-account-abi.ts'
import { approveAndTransfer, erc20Abi, recipient, spender } from './testing/token-calls.ts'

/** Mode of ERC-7821 for a batch with `opData`, such as a signature. */
const opDataMode: Hex = `0x01000000000078210001${'0'.repeat(44)}`

let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
})
afterAll(() => world.stop())

type HasAddress = { readonly address: Address }

const codeOf = ({ address }: HasAddress) => world.client.getCode({ address })
const designator = (delegate: Address): string => `0xef0100${delegate.slice(2).toLowerCase()}`
const allowance = (token: Address, { address }: HasAddress) =>
  world.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [address, spender],
  })
const simulateExecute = (from: HasAddress, to: Address, mode: Hex) =>
  world.client.simulateContract({
    account: from.address,
    address: to,
    abi: embeddedAccountAbi,
    functionName: 'execute',
    args: [mode, `0x${'0'.repeat(62)}20${'0'.repeat(64)}`],
  })

describe('delegation', () => {
  it('type-4 transaction › code of the account names the delegate', async () => {
    const account = await world.newAccount()
    const { type, status } = await world.delegate(account)
    expect({ type, status }).toEqual({ type: 'eip7702', status: 'success' })
    expect(await codeOf(account)).toBe(designator(embeddedAccountAddress))
  })

  it('authorization for another chain › not applied', async () => {
    const [account, sender] = [await world.newAccount(), await world.newAccount()]
    const signed = await account.signAuthorization({ address: embeddedAccountAddress, chainId: 1, nonce: 0 })
    await world.send(sender, { to: recipient, authorizationList: [signed] })
    expect(await codeOf(account)).toBeUndefined()
  })

  it('authorization with a used nonce › not applied', async () => {
    const [account, sender] = [await world.newAccount(), await world.newAccount()]
    const { chainId } = world
    const signed = await account.signAuthorization({ address: embeddedAccountAddress, chainId, nonce: 0 })
    await world.send(sender, { to: recipient, authorizationList: [signed] })
    expect(await codeOf(account)).toBe(designator(embeddedAccountAddress))

    await world.delegate(account, '0x0000000000000000000000000000000000000000')
    await world.send(sender, { to: recipient, authorizationList: [signed] })
    expect(await codeOf(account)).toBeUndefined()
  })

  it('removed › account is an ordinary one with all its assets', async () => {
    const account = await world.newDelegatedAccount()
    const token = await world.newToken(account.address, 10n)
    await world.send(account, { to: account.address, data: encodeBatch(approveAndTransfer(token, 1n)) })

    await world.delegate(account, '0x0000000000000000000000000000000000000000')
    expect(await codeOf(account)).toBeUndefined()
    const [, transfer] = approveAndTransfer(token, 9n)
    const { status } = await world.send(account, { to: token, data: transfer.callData })
    expect(status).toBe('success')
    expect(await world.tokenBalance(token, account.address)).toBe(0n)
  })

  it('account that was used and changes its delegate › its storage is empty', async () => {
    const account = await world.newDelegatedAccount()
    const token = await world.newToken(account.address, 10n)
    await world.send(account, { to: account.address, data: encodeBatch(approveAndTransfer(token, 1n)) })
    await world.delegate(account, await world.deploy(bundleAccountArtefact.bytecode))
    const { storageHash } = await world.client.getProof({ address: account.address, storageKeys: [] })
    // Keccak-256 of an empty trie.
    expect(storageHash).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
  })
})

describe('batch', () => {
  it('approve and transfer › both in one transaction to the account itself', async () => {
    const account = await world.newDelegatedAccount()
    const token = await world.newToken(account.address, 10n)
    const data = encodeBatch(approveAndTransfer(token, 7n))
    const receipt = await world.send(account, { to: account.address, data })
    expect(receipt.status).toBe('success')
    expect(await allowance(token, account)).toBe(5n)
    expect(await world.tokenBalance(token, recipient)).toBe(7n)
  })

  it('second call reverts › nothing of the batch remains', async () => {
    const account = await world.newDelegatedAccount()
    const token = await world.newToken(account.address, 10n)
    const data = encodeBatch(approveAndTransfer(token, 11n))
    const { status } = await world.send(account, { to: account.address, data })
    expect(status).toBe('reverted')
    expect(await allowance(token, account)).toBe(0n)
    expect(await world.tokenBalance(token, account.address)).toBe(10n)
  })

  it('account without delegation › delegation and batch in one transaction', async () => {
    const account = await world.newAccount()
    const token = await world.newToken(account.address, 10n)
    const { chainId } = world
    const signed = await account.signAuthorization({ address: embeddedAccountAddress, chainId, nonce: 1 })
    const data = encodeBatch(approveAndTransfer(token, 7n))
    await world.send(account, { to: account.address, data, authorizationList: [signed] })
    expect(await allowance(token, account)).toBe(5n)
    expect(await world.tokenBalance(token, account.address)).toBe(3n)
  })

  it('native currency › sent with the batch', async () => {
    const account = await world.newDelegatedAccount()
    const to = (await world.newAccount(0n)).address
    const data = encodeBatch([{ target: to, value: 3n }])
    await world.send(account, { to: account.address, data })
    expect(await world.client.getBalance({ address: to })).toBe(3n)
  })

  it('call to the zero address › is a call of the account itself', async () => {
    const account = await world.newDelegatedAccount()
    const token = await world.newToken(account.address, 10n)
    const inner = encodeBatch(approveAndTransfer(token, 7n))
    const zero = '0x0000000000000000000000000000000000000000'
    await world.send(account, {
      to: account.address,
      data: encodeBatch([{ target: zero, callData: inner }]),
    })
    expect(await world.tokenBalance(token, account.address)).toBe(3n)
  })

  it('another account › unauthorized, in every mode', async () => {
    const [account, outsider] = [await world.newDelegatedAccount(), await world.newAccount()]
    for (const mode of [batchMode, opDataMode])
      await expect(simulateExecute(outsider, account.address, mode)).rejects.toThrow('AccountUnauthorized')

    const token = await world.newToken(account.address, 10n)
    const data = encodeBatch(approveAndTransfer(token, 7n))
    expect((await world.send(outsider, { to: account.address, data })).status).toBe('reverted')
    expect(await world.tokenBalance(token, account.address)).toBe(10n)
  })

  it('another delegated account in a batch of its own › unauthorized', async () => {
    const [account, other] = [await world.newDelegatedAccount(), await world.newDelegatedAccount()]
    const token = await world.newToken(account.address, 10n)
    const inner = encodeBatch(approveAndTransfer(token, 7n))
    const data = encodeBatch([{ target: account.address, callData: inner }])
    expect((await world.send(other, { to: other.address, data })).status).toBe('reverted')
    expect(await world.tokenBalance(token, account.address)).toBe(10n)
  })

  it('deployed contract at its own address › unauthorized for every caller', async () => {
    const outsider = await world.newAccount()
    const call = simulateExecute(outsider, embeddedAccountAddress, batchMode)
    await expect(call).rejects.toThrow('AccountUnauthorized')
  })

  it.each([
    ['with opData', opDataMode],
    ['batch of batches', `0x01000000000078210002${'0'.repeat(44)}`],
    ['that continues after a failure', `0x0101${'0'.repeat(60)}`],
    ['single call', `0x${'0'.repeat(64)}`],
    ['delegatecall', `0xff${'0'.repeat(62)}`],
  ] as const)('mode %s › rejected, also from the account itself', async (_, mode) => {
    const account = await world.newDelegatedAccount()
    const call = simulateExecute(account, account.address, mode)
    await expect(call).rejects.toThrow('UnsupportedExecutionMode')
    const supports = world.client.readContract({
      address: account.address,
      abi: embeddedAccountAbi,
      functionName: 'supportsExecutionMode',
      args: [mode],
    })
    expect(await supports).toBe(false)
  })
})

describe('received assets', () => {
  it('ERC-721 by safeMint › accepted', async () => {
    const account = await world.newDelegatedAccount()
    const collection = await world.deploy(safeCollectionArtefact.bytecode)
    const { abi } = safeCollectionArtefact
    const data = encodeFunctionData({ abi, functionName: 'safeMint', args: [account.address, 1n] })
    expect((await world.send(account, { to: collection, data })).status).toBe('success')
    const owner = world.client.readContract({
      address: collection,
      abi,
      functionName: 'ownerOf',
      args: [1n],
    })
    expect(await owner).toBe(account.address)
  })

  it('ERC-1155, one and several ids › accepted', async () => {
    const account = await world.newDelegatedAccount()
    const { abi, bytecode } = safeMultiTokenArtefact
    const token = await world.deploy(encodeDeployData({ abi, bytecode }))
    const mint = encodeFunctionData({ abi, functionName: 'mint', args: [account.address, 1n, 2n] })
    const batchArgs = [account.address, [1n, 3n], [4n, 5n]] as const
    const mintBatch = encodeFunctionData({ abi, functionName: 'mintBatch', args: batchArgs })
    for (const data of [mint, mintBatch])
      expect((await world.send(account, { to: token, data })).status).toBe('success')
    const balance = world.client.readContract({
      address: token,
      abi,
      functionName: 'balanceOf',
      args: [account.address, 1n],
    })
    expect(await balance).toBe(6n)
  })

  it('native currency with the stipend of 2,300 gas › accepted', async () => {
    const [account, sender] = [await world.newDelegatedAccount(), await world.newAccount()]
    const before = await world.client.getBalance(account)
    const contract = await world.deploy(stipendSenderArtefact.bytecode)
    const { abi } = stipendSenderArtefact
    const data = encodeFunctionData({ abi, functionName: 'forward', args: [account.address] })
    const { status } = await world.send(sender, { to: contract, data, value: parseEther('0.5') })
    expect(status).toBe('success')
    expect(await world.client.getBalance(account)).toBe(before + parseEther('0.5'))
  })

  it('native currency with data of an unknown function › rejected', async () => {
    const [account, sender] = [await world.newDelegatedAccount(), await world.newAccount()]
    const before = await world.client.getBalance(account)
    const { status } = await world.send(sender, { to: account.address, data: '0x12345678', value: 1n })
    expect(status).toBe('reverted')
    expect(await world.client.getBalance(account)).toBe(before)
  })

  it.each([
    ['ERC-165', '0x01ffc9a7', true],
    ['ERC-721 receiver', '0x150b7a02', true],
    ['ERC-1155 receiver', '0x4e2312e0', true],
    ['ERC-1271', '0x1626ba7e', true],
    ['the invalid id', '0xffffffff', false],
  ] as const)('supportsInterface › %s › %s is %s', async (_, interfaceId, isSupported) => {
    const supports = world.client.readContract({
      address: embeddedAccountAddress,
      abi: embeddedAccountAbi,
      functionName: 'supportsInterface',
      args: [interfaceId],
    })
    expect(await supports).toBe(isSupported)
  })
})
