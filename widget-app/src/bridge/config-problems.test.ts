import { describe, expect, it } from 'vitest'
import { readHostConfig } from '#shared/config/host-config.ts'
import { ignoredOptions, optionProblem } from './config-problems.ts'

const base = { projectId: 'demo', metadata: { name: 'Shop' } }

const problemOf = (change: object): string => {
  const config = { ...base, ...change }
  const read = readHostConfig(config)
  if (read.success) throw new Error('It fits')
  return optionProblem(read.option, config)
}

describe('optionProblem', () => {
  it.each<[change: object, text: string]>([
    [
      { locale: 'deutsch-' },
      'Invalid option locale: it is "deutsch-"; accepted is a BCP 47 language tag such as de or pt-BR',
    ],
    [
      { themeMode: 'blue' },
      "Invalid option themeMode: it is \"blue\"; accepted is 'light', 'dark' or 'auto'",
    ],
    [{ debug: 'yes' }, 'Invalid option debug: it is "yes"; accepted is true or false'],
    [
      { metadata: {} },
      'Invalid option metadata.name: it is nothing; accepted is text of at most 256 characters',
    ],
    [
      { features: { swaps: 1 } },
      'Invalid option features.swaps: it is 1; accepted is true, false, or at most 32 texts',
    ],
    [
      { siwx: { scope: 'all' } },
      "Invalid option siwx.scope: it is \"all\"; accepted is 'chain' or 'address'",
    ],
    [
      { networks: ['eip155:1', 'mainnet'] },
      'Invalid option networks.1: it is "mainnet"; networks accepts at most 128 networks: a CAIP-2 chain id such as eip155:1, or an object with id, name, nativeCurrency and rpcUrls',
    ],
    [
      { tokens: [{ chainId: 'eip155:1', address: 'a'.repeat(200) }] },
      `Invalid option tokens.0.address: it is "${'a'.repeat(59)}…; tokens accepts at most 256 objects with chainId (a CAIP-2 chain id such as eip155:1) and address`,
    ],
  ])('%j › names the option, its value and the accepted values', (change, text) => {
    expect(problemOf(change)).toBe(text)
  })

  it('path with a name of Object.prototype › no accepted values', () => {
    expect(optionProblem('constructor', base)).toBe('Invalid option constructor: it is nothing')
  })

  it('options that are no object › named as a whole', () => {
    expect(optionProblem('', 7)).toBe('Invalid options: it is 7; accepted is an object')
  })
})

describe('ignoredOptions', () => {
  it('misspelt options at each level › named, with the similar known one', () => {
    expect(
      ignoredOptions({
        ...base,
        projectID: 'x',
        chains: [],
        features: { swap: true, send: true },
        metadata: { name: 'Shop', icon: '' },
        siwx: { statment: 'x' },
      }),
    ).toEqual([
      'Unknown option projectID is ignored; did you mean projectId?',
      'Unknown option chains is ignored',
      'Unknown option features.swap is ignored; did you mean swaps?',
      'Unknown option metadata.icon is ignored; did you mean icons?',
      'Unknown option siwx.statment is ignored; did you mean statement?',
    ])
  })

  it('known options without an effect › named if they are set, also as a complete configuration', () => {
    const read = readHostConfig({
      ...base,
      siweConfig: {},
      features: { pay: true, email: false, socials: ['x'], swaps: true },
    })
    expect(ignoredOptions(read.success && read.data)).toEqual([
      'Option siweConfig has no effect; use siwx',
      'Option features.pay has no effect yet: the widget has no view for it',
    ])
  })

  it('only effective options › none', () => {
    expect(ignoredOptions({ ...base, themeMode: 'dark', features: { receive: false } })).toEqual([])
  })
})
