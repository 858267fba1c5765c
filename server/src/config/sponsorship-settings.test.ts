import { expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import { configSchema } from './config-schema.ts'
import { crossProblems } from './cross-checks.ts'
import { toWidgetConfig } from './widget-config.ts'

const secretKeys = [{ id: 'a', key: Buffer.alloc(32).toString('base64') }]
const bundlerUrl = 'https://bundler.example/rpc'
const configOf = (networks: readonly object[], over: object = {}) => {
  const publicUrl = 'https://wallet.example'
  const embeddedWallet = { isEnabled: true, sponsorship: { name: 'Shop', networks } }
  return { ...z.parse(configSchema, { secretKeys, embeddedWallet, ...over }), publicUrl }
}
const problemsOf = (config: ReturnType<typeof configOf>) =>
  crossProblems(config, { values: new Map(), groups: new Map(), problems: [] })

it('network twice, or without a bundler › one sentence each', () => {
  const network = { chainId: 'eip155:1', bundlerUrl }
  expect(problemsOf(configOf([network]))).toEqual([])
  expect(problemsOf(configOf([network, network]))).toEqual([
    'embeddedWallet.sponsorship.networks (default) must have each network once, but "eip155:1" is repeated.',
  ])
  expect(problemsOf(configOf([{ chainId: 'eip155:1' }]))).toEqual([
    'embeddedWallet.sponsorship.networks (default) must state bundlerUrl of "eip155:1".',
  ])
})

it('process beside the embedded wallet › needs no bundler, states who pays', () => {
  const config = configOf([{ chainId: 'eip155:1' }], { serves: 'others', database: 'postgres://db/wallet' })
  expect(problemsOf(config)).toEqual([])
  expect(toWidgetConfig(config).sponsorship).toEqual({ name: 'Shop', chains: ['eip155:1'] })
})
