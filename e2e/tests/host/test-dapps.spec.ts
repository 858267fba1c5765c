import { encodeFunctionData, erc20Abi, erc721Abi, type Hex } from 'viem'
import * as z from '#shared/zod.ts'
import {
  collectionSteps,
  getSol,
  recipient,
  signingSteps,
  solanaIds,
  solanaSteps,
  type TestStep,
  tokenRecipients,
  tokenSteps,
  wrappedSol,
} from '../../conformance/test-dapps.ts'
import { expect, reducedMotion, type TestAccounts, test } from '../fixtures.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import type { Dapp } from '../pages/dapp.ts'
import { ecosystems } from '../pages/ecosystems.ts'
import { TestDapp } from '../pages/test-dapp.ts'
import { rotatingTests } from '../rotating-tests.ts'
import { lamports, removeTokenAccounts, tokensOf } from '../solana-node.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 4 })

/** Failed requests for external fonts, styles and services, which the tests block. */
const externalRequest = /^Failed to load resource: net::ERR_FAILED \(https:/

/** Errors that these dApps log in normal operation; the page displays the responses too. */
const expectedErrors = [/ProviderRpcError/, externalRequest, /\(http:\/\/dapp\.localhost:\d+\/test-dapp\//]

const runSteps = async (page: TestDapp, steps: readonly TestStep[], account: string) => {
  for (const step of steps) await test.step(step.action, () => page.perform(step, account))
}

/** Calls a contract that the dApp deployed, and returns one word. */
async function readWord({ chain }: TestWorld, to: string | null, data: Hex): Promise<bigint> {
  return BigInt(z.parse(z.string(), await chain(1).rpc('eth_call', [{ to, data }, 'latest'])))
}

/** Opens MetaMask's dApp, selects the widget by EIP-6963, and connects Harbour Wallet in it. */
async function connectEthereum(dapp: Dapp, { harbour }: TestAccounts) {
  const [{ address }] = harbour
  const accounts = harbour.map(({ label }) => label)
  const page = new TestDapp(dapp, {
    path: '/test-dapp/',
    networks: 'eip155:1 eip155:8453',
    wallet: { id: 'harbour', accounts, script: { mode: 'approve', bundles: true } },
    find: (tab, id) => tab.locator(`#${id}`),
  })
  await page.open()
  await dapp.page.getByRole('button', { name: 'Use Drawbridge', exact: true }).click()
  await expect(page.find('activeProviderName')).toHaveText('Drawbridge')
  await expect(page.find('chainId')).toHaveText('0x1')
  await expect(page.find('network')).toHaveText('1')
  await page.find('connectButton').click()
  await (await dapp.waitUntilOpen()).clickRow('Harbour Wallet')
  await expect(page.find('accounts')).toHaveText(new RegExp(`^${address}(,|$)`))
  await expect(page.find('connectButton')).toHaveText('Connected')
  await dapp.waitForPointer()
  return { page, address }
}

rotating()(
  'MetaMask’s test dApp › signs, switches, revokes › shows results and errors',
  async ({ dapp, testAccounts, browserErrors }) => {
    test.slow()
    browserErrors.expect(...expectedErrors)
    const { page, address } = await connectEthereum(dapp, testAccounts)
    await approveReviewsDuring(dapp, runSteps(page, signingSteps, address))
    await page.find('openNetworkPicker').click()
    await dapp.page.locator('[data-chain-id="0xe708"]').click()
    await expect(page.find('networkError')).toHaveText('Linea is not available in your wallet')
    await page.find('openNetworkPicker').click()
    await dapp.page.locator('[data-chain-id="0x2105"]').click()
    await expect(page.find('chainId')).toHaveText('0x2105')
    await expect(page.find('currentNetworkName')).toHaveText('Current Network: Base Mainnet')
    expect(await dapp.wallet().chainId()).toBe(8453)
    await page.find('revokeAccountsPermission').click()
    await expect(page.find('connectButton')).toHaveText('Connect')
    await expect(page.find('accounts')).toHaveText('')
  },
)

rotating()(
  'MetaMask’s test dApp › deploys contracts and a token › they work on chain',
  async ({ dapp, testAccounts, world, browserErrors }) => {
    test.slow()
    browserErrors.expect(...expectedErrors)
    const { page, address } = await connectEthereum(dapp, testAccounts)
    await approveReviewsDuring(dapp, runSteps(page, tokenSteps, address))
    const contract = await page.find('erc20TokenAddresses').textContent()
    const balance = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [recipient] })
    // Twice 1.5 tokens of four decimals.
    expect(await readWord(world, contract, balance)).toBe(30_000n)
  },
)

rotating()(
  'MetaMask’s test dApp › deploys collections, sends a bundle › they work on chain',
  async ({ dapp, testAccounts, world, browserErrors }) => {
    test.slow()
    browserErrors.expect(...expectedErrors)
    const { page, address } = await connectEthereum(dapp, testAccounts)
    await approveReviewsDuring(dapp, runSteps(page, collectionSteps, address))
    const contract = await page.find('erc721TokenAddresses').textContent()
    const owner = encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [1n] })
    expect(await readWord(world, contract, owner)).toBe(BigInt(recipient))
  },
)

rotating()(
  'MetaMask’s Solana test dApp › signs and sends › the chain has what it shows',
  async ({ dapp, testAccounts, world, browserErrors }) => {
    test.slow()
    browserErrors.expect(externalRequest)
    const { stack } = world
    const { wallet, address } = ecosystems.solana(world, testAccounts)
    const page = new TestDapp(dapp, {
      path: '/test-dapp-solana/',
      networks: stack.solana.id,
      wallet: {
        id: wallet.id,
        accounts: wallet.accounts,
        namespaces: ['solana'],
        script: { mode: 'approve' },
      },
      find: (tab, id) => tab.getByTestId(id),
    })
    const { header } = solanaIds
    for (const to of tokenRecipients) await removeTokenAccounts(world, to)
    await page.open()
    await page.find(header.endpoint).fill(stack.solana.rpcUrl)
    await page.find(header.updateEndpoint).click()
    await page.find(header.connect).getByRole('button').click()
    const list = dapp.page.locator('.wallet-adapter-modal')
    await list.getByRole('button', { name: /Drawbridge/ }).click()
    await (await dapp.waitUntilOpen()).clickRow(wallet.name)
    await expect(page.find(header.connectionStatus)).toHaveText('Connected')
    const short = `${address.slice(0, 4)}...${address.slice(-4)}`
    await expect(page.find(header.account)).toContainText(short)
    await dapp.waitForPointer()
    const before = await lamports(world, address)
    await runSteps(page, [getSol], address)
    await expect.poll(() => lamports(world, address)).toBe(before + 1_000_000_000n)
    await approveReviewsDuring(dapp, runSteps(page, solanaSteps, address))
    for (const to of tokenRecipients) expect(await tokensOf(world, to)).toEqual([[wrappedSol, '0.001']])
    await page.find(header.disconnect).getByRole('button').click()
    await expect(page.find(header.connectionStatus)).toHaveText('Not connected')
  },
)
