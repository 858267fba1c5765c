import { describe, expect, it } from 'vitest'
import { checkOptions, parseWidgetOrigin, plainOptions } from './options.ts'

const metadata = { name: 'Shop' }

/** As a page without types calls it. */
const check = (options: object): unknown => Reflect.apply(checkOptions, undefined, [options])

describe('checkOptions', () => {
  it.each([undefined, '', '  ', 7, null])('project id %j › throws APKT008', (projectId) => {
    expect(() => check({ metadata, projectId })).toThrow(
      expect.objectContaining({ code: 'APKT008', message: 'Project ID Missing' }),
    )
  })

  it('metadata.name missing › the error names it', () => {
    expect(() => check({ projectId: 'p' })).toThrow(
      expect.objectContaining({ code: 'config/invalid', message: expect.stringContaining('metadata.name') }),
    )
  })

  it('config › plain data without the options that stay in the page', () => {
    const { config, projectId, name } = checkOptions({
      projectId: 'p',
      metadata,
      widgetUrl: 'https://w.example',
      networks: ['eip155:1'],
      onClick: () => {},
    })
    expect(config).toEqual({ projectId: 'p', metadata, networks: ['eip155:1'], embedded: false })
    expect([projectId, name]).toEqual(['p', 'Shop'])
  })

  it('page changes an option later › the copy is unchanged', () => {
    const networks = ['eip155:1']
    const { config } = checkOptions({ projectId: 'p', metadata, networks })
    networks.push('eip155:666')
    expect(config).toMatchObject({ networks: ['eip155:1'] })
  })
})

const rejectedWith = (text: string) => expect.objectContaining({ code: 'config/invalid', message: text })

describe('options that stay in the page', () => {
  const checkWith = (overrides: object) => () => check({ projectId: 'p', metadata, ...overrides })

  it.each<[string, string, object]>([
    [
      'a selector for embed',
      'Invalid option embed: an element of this page is required, not [object String]',
      { embed: '#w' },
    ],
    [
      'a ref for embed',
      'Invalid option embed: an element of this page is required, not [object Object]',
      { embed: { current: null } },
    ],
    [
      'a selector for opener',
      'Invalid option opener: an element or a list of elements is required, not [object String]',
      { opener: '#w' },
    ],
    [
      'a ref for opener',
      'Invalid option opener: an element or a list of elements is required, not [object Object]',
      { opener: { current: null } },
    ],
    [
      'a function for opener',
      'Invalid option opener: an element or a list of elements is required, not [object Function]',
      { opener: () => null },
    ],
    [
      'a function for siwx',
      'Invalid option siwx: an object is required, not [object Function]',
      { siwx: () => ({}) },
    ],
    ['true for siwx', 'Invalid option siwx: an object is required, not [object Boolean]', { siwx: true }],
    [
      'a promise for a function of siwx',
      'Invalid option siwx.addSession: a function is required, not [object Promise]',
      { siwx: { addSession: Promise.resolve(true) } },
    ],
    [
      'a text for metadata',
      'Invalid option metadata.name: a text is required, not [object Undefined]',
      { metadata: 'Shop' },
    ],
    [
      'a number for the name',
      'Invalid option metadata.name: a text is required, not [object Number]',
      { metadata: { name: 7 } },
    ],
  ])('options › %s › rejected with its name and what is accepted', (_what, text, overrides) => {
    expect(checkWith(overrides)).toThrow(rejectedWith(text))
  })

  it.each<[string, object]>([
    ['nothing', {}],
    ['null, as of a query that finds nothing', { embed: null, opener: null }],
    ['undefined', { embed: undefined, opener: undefined, siwx: undefined }],
    [
      'functions of a class',
      {
        siwx: new (class {
          getNonce() {}
        })(),
      },
    ],
    ['no element in a list', { opener: [] }],
  ])('options › %s › accepted', (_what, overrides) => {
    expect(checkWith(overrides)).not.toThrow()
  })
})

describe('plainOptions', () => {
  it.each([
    ['a big integer', { tokens: [{ decimals: 18n }] }, 'Invalid option tokens:'],
    [
      'a list that is too long',
      { featuredWalletIds: Array(257).fill('a') },
      'Invalid option featuredWalletIds:',
    ],
    [
      'too much in all',
      Object.fromEntries(Array.from({ length: 4 }, (_, at) => [at, 'x'.repeat(100_000)])),
      'Invalid options:',
    ],
  ])('options › %s › rejected, by name if one option is the cause', (_name, overrides, text) => {
    expect(() => plainOptions({ projectId: 'p', ...overrides })).toThrow(
      expect.objectContaining({ code: 'config/invalid', message: expect.stringContaining(text) }),
    )
  })

  it('options › functions › removed', () => {
    expect(plainOptions({ a: 1, b: () => {}, c: { d: [true] } })).toStrictEqual({ a: 1, c: { d: [true] } })
  })

  it('options › a library adds toJSON to the root prototypes › lists stay lists', () => {
    const toJSON = { configurable: true, value: () => 'text' }
    Object.defineProperty(Array.prototype, 'toJSON', toJSON)
    Object.defineProperty(Object.prototype, 'toJSON', toJSON)
    try {
      expect(plainOptions({ networks: ['eip155:1'] })).toStrictEqual({ networks: ['eip155:1'] })
    } finally {
      Reflect.deleteProperty(Array.prototype, 'toJSON')
      Reflect.deleteProperty(Object.prototype, 'toJSON')
    }
  })

  it('options › a getter › is read once', () => {
    const values = ['light', 'dark']
    const options = {
      get themeMode() {
        return values.shift()
      },
    }
    expect(plainOptions(options)).toStrictEqual({ themeMode: 'light' })
    expect(values).toEqual(['dark'])
  })

  it('options › a cycle › rejected by name', () => {
    const options: Record<string, unknown> = {}
    options.self = options
    expect(() => plainOptions(options)).toThrow(expect.objectContaining({ code: 'config/invalid' }))
  })
})

describe('parseWidgetOrigin', () => {
  it.each([
    ['https://widget.example', 'https://widget.example'],
    ['https://widget.example/', 'https://widget.example'],
    ['https://widget.example:8443', 'https://widget.example:8443'],
    ['HTTPS://Widget.Example', 'https://widget.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://widget.localhost:5173', 'http://widget.localhost:5173'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['http://[::1]:5173', 'http://[::1]:5173'],
  ])('%s › %s', (text, origin) => {
    expect(parseWidgetOrigin(text)).toBe(origin)
  })

  it.each([
    '',
    ' ',
    'widget.example',
    '//widget.example',
    '/embed',
    'http://widget.example',
    'http://localhost.evil.example',
    'http://evillocalhost',
    'http://127.0.0.1.evil.example',
    'http://192.168.0.1',
    'http://0.0.0.0',
    'ftp://localhost',
    'ws://localhost',
    'javascript:alert(1)//https://widget.example',
    'data:text/html,<script></script>',
    'blob:https://widget.example/5d0c',
    'file:///etc/passwd',
    'about:blank',
    'https://widget.example/embed',
    'https://widget.example/?next=1',
    'https://widget.example/#x',
    'https://user:pass@widget.example',
    'https://user@widget.example',
    'https://widget.example@evil.example',
    'https://widget.example\\@evil.example',
    'https://',
    'null',
  ])('%j › rejected as widget URL', (text) => {
    expect(() => parseWidgetOrigin(text)).toThrow(expect.objectContaining({ code: 'config/widget-url' }))
  })
})
