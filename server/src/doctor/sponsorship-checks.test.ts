import { expect, it } from 'vitest'
import { entryPointAddress } from '../../../shared/config/embedded-account.ts'
import * as z from '../../../shared/zod.ts'
import { createSend } from './http.ts'
import { checkSponsorship } from './sponsorship-checks.ts'

const requestSchema = z.object({ method: z.string(), params: z.array(z.unknown()) })
const bundlerUrl = 'https://bundler.example/rpc?key=secret'
const paymasterUrl = 'https://paymaster.example/secret/rpc'
const context = { policy: 'policy-1' }

type Answers = Readonly<Record<string, unknown>>
const good: Answers = {
  eth_supportedEntryPoints: { result: [entryPointAddress.toLowerCase()] },
  eth_chainId: { result: '0x2105' },
  pm_getPaymasterStubData: { error: { code: -32_000, message: 'not covered by the policy' } },
  eth_getCode: { result: '0x6080' },
}

/** The verdicts for services and a node that answer so; undefined: they do not respond. */
async function verdicts(answers: Answers, network: { bundlerUrl?: string } = { bundlerUrl }) {
  const calls: [string, string, readonly unknown[]][] = []
  const send = createSend(async (url, init) => {
    const { method, params } = z.parse(requestSchema, JSON.parse(`${init.body}`))
    calls.push([new URL(url).origin, method, params])
    const answer = answers[method]
    if (answer === undefined) throw new Error(`cannot fetch ${url}`)
    return typeof answer === 'string' ? new Response(answer, { status: 502 }) : Response.json(answer)
  })
  const deployment = { send, url: 'https://wallet.example', projectId: 'demo', version: '1.2.3' }
  const gateway = { rpcUrl: 'https://wallet.example', nameOf: () => 'Base' }
  const settings = { chainId: 'eip155:8453', paymasterContext: context, operationsPerDay: 10 } as const
  const found = await checkSponsorship(deployment, gateway, [
    { ...settings, ...network, paymasterUrl: network.bundlerUrl && paymasterUrl },
  ])
  return { calls, found: found.map(({ level, message }) => `${level} ${message}`) }
}

it('services that answer › one verdict, and each gets its calls only', async () => {
  const { calls, found } = await verdicts(good)
  expect(found).toEqual(['ok has a bundler and a paymaster service that answer for Base (eip155:8453)'])
  expect(calls.map(([origin, method]) => `${origin} ${method}`)).toEqual([
    'https://bundler.example eth_supportedEntryPoints',
    'https://bundler.example eth_chainId',
    'https://paymaster.example pm_getPaymasterStubData',
    'https://wallet.example eth_getCode',
  ])
  expect(calls[2]?.[2].slice(1)).toEqual([entryPointAddress, '0x2105', context])
})

it.each<[string, Answers, string]>([
  [
    'bundler of another EntryPoint',
    { eth_supportedEntryPoints: { result: ['0x0000000071727De22E5E9d8BAf0edAc6f37da032'] } },
    'error has a bundler of Base (eip155:8453) without EntryPoint v0.9',
  ],
  [
    'no bundler',
    { eth_supportedEntryPoints: { error: { code: -32_601, message: 'no such method' } } },
    'error has a bundler of Base (eip155:8453) without EntryPoint v0.9',
  ],
  [
    'bundler of another chain',
    { eth_chainId: { result: '0x1' } },
    'error has a bundler of another chain for Base (eip155:8453)',
  ],
  [
    'silent bundler › without its key',
    { eth_supportedEntryPoints: undefined },
    'warning has no answer of the bundler of Base (eip155:8453): cannot fetch …',
  ],
  [
    'page of a proxy',
    { eth_supportedEntryPoints: '<html>Bad gateway</html>' },
    'warning has no answer of the bundler of Base (eip155:8453): status 502, and no JSON-RPC',
  ],
  [
    'no paymaster service',
    { pm_getPaymasterStubData: { error: { code: -32_601, message: 'no such method' } } },
    'error has a paymaster service of Base (eip155:8453) without ERC-7677',
  ],
  [
    'silent paymaster service › without its key',
    { pm_getPaymasterStubData: undefined },
    'warning has no answer of the paymaster service of Base (eip155:8453): cannot fetch …',
  ],
  [
    'chain without the EntryPoint',
    { eth_getCode: { result: '0x' } },
    'error cannot work on Base (eip155:8453): EntryPoint v0.9 is not deployed there',
  ],
])('%s', async (_name, change, expected) => {
  expect((await verdicts({ ...good, ...change })).found).toEqual([expected])
})

it('process that calls no service › nothing is checked', async () => {
  expect((await verdicts(good, {})).calls).toHaveLength(0)
})
