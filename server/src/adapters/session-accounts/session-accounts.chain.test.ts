import { encodeFunctionData, isHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployer, devAccount } from '../../../../e2e/stack/accounts.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { sessionAccountArtefact } from '../../../../e2e/stack/contracts/out/session-account.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import type { SessionAccounts } from '../../ports/session-accounts.ts'
import { createSessionAccounts } from './session-accounts.ts'

const { abi, bytecode } = sessionAccountArtefact
const site = privateKeyToAccount(generatePrivateKey())
const recipient = devAccount('session-recipient').address
const expiry = 4_000_000_000n

let node: SeededAnvil
let accounts: SessionAccounts
let address: `0x${string}`
beforeAll(async () => {
  node = await startSeededAnvil()
  accounts = createSessionAccounts(nodeRpc({ [node.chainId]: node.chain.rpcUrl }))
  address = await node.deploy(bytecode)
  await node.admin.setBalance({ address, value: 10n ** 18n })
})
afterAll(() => node.stop())

/** Sends from any account, and waits for the block. */
async function send(from: `0x${string}`, data: `0x${string}`) {
  await node.admin.impersonateAccount({ address: from })
  const hash = await node.admin.sendUnsignedTransaction({ from, to: address, data })
  await expect.poll(() => node.chain.client.getTransactionReceipt({ hash }).catch(() => null)).toBeTruthy()
}

describe('session of an account contract', () => {
  it('granted and used › the contract accepts the hash of each act in order', async () => {
    const cosigner = accounts.createCosigner()
    const keys = { site: site.address, cosigner: accounts.addressOfKey(cosigner.publicKey) ?? '' }
    const account = { chainId: node.chainId, address }
    if (!isHex(keys.cosigner)) throw new Error('The co-signer has no address')
    expect(await accounts.readGrant(account, keys)).toBeUndefined()
    const args = [keys.site, keys.cosigner, expiry] as const
    await send(address, encodeFunctionData({ abi, functionName: 'grant', args }))

    for (const [actCount, data] of [
      [0n, '0x'],
      [1n, '0x1234567890'],
    ] as const) {
      expect(await accounts.readGrant(account, keys)).toEqual({ expirySeconds: expiry, actCount })
      const act = { to: recipient, value: 5n, data }
      const hash = accounts.actHash(account, keys, actCount, act)
      const contractAct = { ...act, key: keys.site, cosigner: keys.cosigner }
      const hashCall = { abi, address, functionName: 'actHash', args: [contractAct] } as const
      expect(hash).toBe(await node.chain.client.readContract(hashCall))
      const signature = await site.signMessage({ message: { raw: isHex(hash) ? hash : '0x' } })
      expect(await accounts.recoverSigner(hash, signature)).toBe(site.address)
      const cosignature = await accounts.sign(cosigner.privateKey, hash)
      if (!isHex(cosignature)) throw new Error('The signature is no hex')
      const before = await node.chain.client.getBalance({ address: recipient })
      const call = [contractAct, signature, cosignature] as const
      await send(deployer.address, encodeFunctionData({ abi, functionName: 'act', args: call }))
      expect((await node.chain.client.getBalance({ address: recipient })) - before).toBe(5n)
    }
  })
})
