import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '..')

/**
 * Commands of features that lead to a wallet prompt without a control, with what runs them instead. All others are
 * `promptAtom`s, which only gated controls can run, as the compiler verifies.
 */
const withoutControl: Readonly<Record<string, string>> = {
  'features/send/atoms/confirm-send.ts sendAtom': 'confirmSendAtom, once the fee is agreed',
  'features/networks/atoms.ts requestSwitchAtom': 'switchingAtom',
  'features/swap/atoms/execute-swap.ts executeSwapAtom': 'confirmSwapAtom',
  'features/swap/atoms/execute-swap.ts executePlanAtom': 'executeSwapAtom',
}
/** Commands that views run without a gated control. */
const unprompted: Readonly<Record<string, string>> = {
  'features/connect/pairing.ts pairingAtom': 'the user has approved the session in the wallet',
  'features/connect/pairing.ts createPairingAtom': 'pairingAtom',
}

/** What makes wallet requests: commands, members of an adapter, and views that request on render. */
const asksItself = [
  /\bset\(\s*(connectWalletAtom|switchNetworkAtom)\b/,
  /\.(send|revoke|switchNetwork)\(\s*(\w+\.)?(connection|wallet|held)\b/,
  /\b(claimName|signIn|switchNetwork|send)\(\s*(\w+\.)?(connection|wallet|held)\b/,
  /name: '(SwitchNetwork|ConnectingExternal)'(?![^}]*byPage: true)/,
]

type Declaration = {
  readonly id: string
  readonly file: string
  readonly name: string
  readonly text: string
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /^(app|core|domain|features)\/.*\.tsx?$/.test(path) &&
    !/\.(test|spec)\.|\/testing\/|fixtures?\.|^app\/(development|confirm)\//.test(path),
)

const declared = /^(?:export )?(?:default )?(?:async )?(?:const|let|function|class|type) (\w+)/
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]))
const declarations: readonly Declaration[] = [...texts].flatMap(([file, text]) =>
  text.split(/^(?=(?:export |async |const |let |function |class |type ))/m).flatMap((part) => {
    const name = declared.exec(part)?.[1]
    // Comments contain the names of what they describe.
    return name === undefined
      ? []
      : [{ id: `${file} ${name}`, file, name, text: part.replace(/^ *(\/\/|\/?\*).*$/gm, '') }]
  }),
)
const byId = new Map(declarations.map((one) => [one.id, one]))

/** What a name refers to in a file: its own declaration, or an imported one. */
const meanings = new Map(
  [...texts].map(([file, text]) => {
    const own = declarations.filter((one) => one.file === file).map(({ name, id }) => [name, id] as const)
    const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '(#widget\/|\.)([^']+)'/g)].flatMap(
      ([, names = '', root = '', path = '']) => {
        const from = root === '.' ? relative(source, resolve(source, dirname(file), `.${path}`)) : path
        return names.split(',').flatMap((each) => {
          const [, name = '', local = name] = /^\s*(?:type )?(\w+)(?: as (\w+))?\s*$/.exec(each) ?? []
          return name === '' ? [] : [[local, `${from} ${name}`] as const]
        })
      },
    )
    const later = [...text.matchAll(/import\('\.([^']+)'\)/g)].flatMap(([, path = '']) => {
      const from = relative(source, resolve(source, dirname(file), `.${path}`))
      return declarations.filter((one) => one.file === from).map(({ name, id }) => [name, id] as const)
    })
    return [file, new Map([...later, ...imported, ...own])]
  }),
)

/** Functions that a declaration names, and commands that it sets. */
const runsOf = ({ text }: Declaration): readonly string[] => [
  ...[...text.matchAll(/\b\w+\b/g)].flatMap(([name]) => (/^(?!create).*Atom$/.test(name) ? [] : [name])),
  ...[...text.matchAll(/\bset\(\s*(\w+)/g)].map(([, name = '']) => name),
]
/** Commands that a declaration passes to a hook which runs any. */
const hooksOf = ({ text }: Declaration): readonly string[] =>
  [...text.matchAll(/\buse(?:Set)?Atom\(([^;\n]*)/g)].flatMap(
    ([, inside = '']) => inside.match(/\w+Atom\b/g) ?? [],
  )

const meant = ({ file }: Declaration, names: readonly string[]): readonly Declaration[] =>
  names.flatMap((name) => byId.get(meanings.get(file)?.get(name) ?? '') ?? [])

const asking = new Set(
  declarations.filter(({ text }) => asksItself.some((pattern) => pattern.test(text))).map(({ id }) => id),
)
for (let before = -1; before !== asking.size; ) {
  before = asking.size
  for (const one of declarations)
    if (meant(one, runsOf(one)).some(({ id }) => asking.has(id))) asking.add(one.id)
}

/** Whether it is one, or a family of such. */
const isPrompt = (one: Declaration): boolean =>
  one.text.includes('promptAtom(') ||
  meant(one, [/\batomFamily\(\s*(create\w+)/.exec(one.text)?.[1] ?? '']).some((maker) => isPrompt(maker))
const commands = declarations.filter(
  ({ id, file, name }) => asking.has(id) && file.startsWith('features/') && name.endsWith('Atom'),
)

it('every command that makes a wallet request › is a promptAtom', () => {
  const plain = commands.filter((one) => !isPrompt(one) && !(one.id in unprompted)).map(({ id }) => id)
  expect(plain.toSorted()).toEqual(Object.keys(withoutControl).toSorted())
})

it('commands with a control › found', () => {
  const found = commands.filter(isPrompt).map(({ name }) => name)
  expect(found.toSorted()).toEqual([
    'confirmSendAtom',
    'confirmSwapAtom',
    'connectingAtom',
    'createConnectingAtom',
    'registerAtom',
    'revokeAtom',
    'selectInstalledAtom',
    'selectNamespaceAtom',
    'selectNetworkAtom',
    'selectWalletAtom',
    'signInAtom',
    'switchingAtom',
  ])
})

it('view › makes no wallet request and runs no plain command that does', () => {
  const views = declarations.filter(({ file }) => file.startsWith('features/') && file.endsWith('.tsx'))
  const found = views.flatMap((view) => [
    ...(asking.has(view.id) && !view.name.endsWith('Atom') ? [view.id] : []),
    ...meant(view, hooksOf(view)).flatMap((one) =>
      asking.has(one.id) && !isPrompt(one) && !(one.id in unprompted) ? [`${view.id}: ${one.id}`] : [],
    ),
  ])
  expect(found).toEqual([])
})
