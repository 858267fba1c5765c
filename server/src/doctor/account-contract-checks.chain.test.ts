import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedAccountAddress } from '../../../shared/config/embedded-account.ts'
import * as z from '../../../shared/zod.ts'
import { addressSchema, bytesSchema } from '../../../widget-app/src/chains/eip155/hex.ts'
import { startAnvil } from '../../../widget-app/src/chains/eip155/testing/anvil.ts'
import { fundedAccount, sendAs } from '../../../widget-app/src/chains/eip155/testing/deploy.ts'
import { createTestCli } from '../cli/testing/test-cli.ts'
import { checkAccountContract } from './account-contract-checks.ts'
import { createSend } from './http.ts'

const printedSchema = z.object({
  transaction: z.object({ to: addressSchema, value: z.string(), data: bytesSchema }),
  contract: z.object({ address: addressSchema }),
})

let node: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  node = await startAnvil(1)
})
afterAll(() => node.stop())

/** The verdicts of a deployment whose gateway serves the node as Ethereum. */
async function verdicts(): Promise<readonly string[]> {
  const deployment = {
    ...{ url: 'https://wallet.example', projectId: 'demo', version: '1.2.3' },
    send: createSend(async (url, request) =>
      url.includes('supported-chains')
        ? Response.json({ http: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], ws: [] })
        : fetch(node.url, { ...request, headers: { 'content-type': 'application/json' } }),
    ),
  }
  const base = 'https://wallet.example'
  const found = await checkAccountContract(deployment, {
    ...{ blockchainApiUrl: base, rpcUrl: base },
    nameOf: () => 'Ethereum',
  })
  return found.map(({ level, message }) => `${level} ${message}`)
}

test('printed transaction › deploys the contract, the doctor finds it; other code › error', async () => {
  expect(await verdicts()).toEqual([
    'warning is not deployed on Ethereum (eip155:1): accounts execute no batches there',
  ])
  const { out } = await createTestCli('/').execute('account-contract', '--json')
  const { transaction, contract } = z.parse(printedSchema, JSON.parse(out))
  expect(contract.address).toBe(embeddedAccountAddress)
  const { value, ...call } = transaction
  expect(value).toBe('0x0')
  await sendAs(node, await fundedAccount(node), 0, call)
  expect(await verdicts()).toEqual(['ok is deployed on Ethereum (eip155:1)'])
  await node.call('anvil_setCode', embeddedAccountAddress, '0x00')
  expect(await verdicts()).toEqual(['error has other code on Ethereum (eip155:1)'])
})

test('chain without the CREATE2 deployer › states that it needs it', async () => {
  await node.call('anvil_setCode', embeddedAccountAddress, '0x')
  await node.call('anvil_setCode', '0x4e59b44847b379578588920cA78FbF26c0B4956C', '0x')
  expect(await verdicts()).toEqual([
    'warning cannot be deployed on Ethereum (eip155:1): the CREATE2 deployer is missing there',
  ])
})
