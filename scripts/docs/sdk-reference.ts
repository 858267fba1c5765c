import ts from 'typescript'
import { sdkEntries } from './program.ts'
import { type CommentedValue, commentedValues, exportedValues } from './sdk-source.ts'
import { declaredRows, eventRows, memberRows, type ReferenceRow } from './sdk-types.ts'

/** A list of the reference. Not a table: a longer text would change each of its lines. */
type Section = {
  readonly title: string
  /** What it describes, for the message about a row without a text. */
  readonly subject: string
  readonly introduction: string
  readonly rows: readonly {
    readonly name: string
    /** What its line begins with. */
    readonly head: string
    readonly text: string
  }[]
}

/** The generated part of docs/sdk.md, and a sentence for each row that has no text. */
export type Reference = { readonly text: string; readonly problems: readonly string[] }

const code = (text: string): string => `\`${text}\``

const memberSection = (
  title: string,
  subject: string,
  introduction: string,
  rows: readonly ReferenceRow[],
): Section => ({
  title,
  subject,
  introduction,
  rows: rows.map(({ name, isOptional, type, text }) => ({
    name,
    head: `${code(`${name}${isOptional ? '?' : ''}`)} (${code(type)})`,
    text,
  })),
})

const methodRows = (rows: readonly ReferenceRow[]): Section['rows'] =>
  rows.map(({ name, type, text }) => ({ name, head: code(type === '' ? name : `${name}: ${type}`), text }))

const valueRows = (
  values: readonly CommentedValue[],
  head: (value: CommentedValue) => string = ({ name }) => code(name),
): Section['rows'] => values.map((value) => ({ name: value.name, head: head(value), text: value.text }))

const providerError = 'shared/errors/provider-error.ts'
const widgetError = 'shared/errors/codes.ts'

/** Sections about error codes, from the lists in `shared/errors`. */
function errorSections(): readonly Section[] {
  const provider = commentedValues(providerError, 'providerCodes')
  const bundle = commentedValues('shared/errors/bundle-codes.ts', 'bundleCodes')
  const numbers = new Map(provider.map(({ name, value }) => [`providerCodes.${name}`, value]))
  const wireCodes = new Map(
    commentedValues('shared/errors/wire-error.ts', 'widgetErrorCodes').map(({ name, value }) => [
      name,
      numbers.get(value),
    ]),
  )
  return [
    {
      title: 'Error codes',
      subject: 'error code',
      introduction:
        'Calls reject with a `ProviderRpcError`: `code` is one of these, or that of the wallet, `message` is for developers, and `data` is JSON.',
      rows: valueRows([...provider, ...bundle], ({ value }) => code(value)),
    },
    {
      title: 'Reasons',
      subject: 'reason',
      introduction:
        'Where the link or the widget rejects, and not the wallet, `data.reason` is one of these. `data.hint` can contain a transaction hash.',
      rows: valueRows(commentedValues(providerError, 'linkReasons')),
    },
    {
      title: 'Alerts',
      subject: 'alert',
      introduction:
        "`bridge.subscribe('alert', …)` reports these once per document; with `debug` the console of the page shows them as `[drawbridge] APKT002 Invalid App Configuration`. `createDrawbridge` throws a `WidgetError` with `APKT008`, `config/invalid` or `config/widget-url`.",
      rows: valueRows(commentedValues(widgetError, 'alerts'), ({ name, value }) => `${code(name)}, ${value}`),
    },
    {
      title: 'Errors of the widget',
      subject: 'widget code',
      introduction:
        'An error of the widget has its code in `data.widgetCode`, and where available `data.detail`. It can be a code of an alert, or one of these.',
      rows: valueRows(
        commentedValues(widgetError, 'WidgetErrorCode'),
        ({ name }) =>
          `${code(name)} (${code(wireCodes.get(name) ?? numbers.get('providerCodes.internal') ?? '')})`,
      ),
    },
  ]
}

function entrySection(): Section {
  const rows = Object.entries(sdkEntries).flatMap(([entry, file]) =>
    exportedValues(file).map(({ name, text }) => ({ name, head: `${code(name)} of ${code(entry)}`, text })),
  )
  return {
    title: 'Entries and exports',
    subject: 'export',
    introduction: 'Each entry is one file with one optional peer, and is loaded only if you import it.',
    rows,
  }
}

/** The exported types of the SDK's main entry, by name. @throws Error for a name that it does not export. */
function exportedTypes(program: ts.Program): (name: string) => ts.Type {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(sdkEntries['@drawbridge/host-sdk'])
  const module = source && checker.getSymbolAtLocation(source)
  const exported = module ? checker.getExportsOfModule(module) : []
  return (name) => {
    const symbol = exported.find((one) => one.name === name)
    if (!symbol) throw new Error(`The SDK exports no ${name}`)
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
    return checker.getDeclaredTypeOfSymbol(isAlias ? checker.getAliasedSymbol(symbol) : symbol)
  }
}

function typeSections(program: ts.Program): readonly Section[] {
  const checker = program.getTypeChecker()
  const typeOf = exportedTypes(program)
  const entryNames = new Set(
    typeOf('WalletEntry')
      .getProperties()
      .map(({ name }) => name),
  )
  const result = typeOf('ModalResult')
  return [
    memberSection(
      'Options',
      'option',
      'Options of `createDrawbridge`. `projectId` and `metadata.name` are required.',
      memberRows(typeOf('DrawbridgeOptions'), checker),
    ),
    {
      title: 'Methods and members',
      subject: 'method',
      introduction: 'Members of the instance that `createDrawbridge` returns.',
      rows: methodRows(declaredRows(typeOf('Drawbridge'), checker)),
    },
    memberSection(
      'Parameters of `openModal`',
      'parameter',
      'An invalid parameter, here and in the other methods, rejects with −32602 and a message that names it, its value and the accepted values.',
      memberRows(typeOf('OpenRequest'), checker),
    ),
    {
      title: 'Views',
      subject: 'view',
      introduction: 'Values of `view`.',
      rows: valueRows(commentedValues('shared/config/requested-view.ts', 'requestableViewNames')),
    },
    memberSection(
      'Result of `openModal`',
      'field',
      "The other fields exist only where `is` is `'connected'`.",
      (result.isUnion() ? result.types : [result]).flatMap((one) => memberRows(one, checker)),
    ),
    memberSection(
      'State',
      'field',
      'Fields of `bridge.state`. `bridge.accounts` is `accounts`; `bridge.wallets` has the fields of `wallets[]` and those of the next list.',
      memberRows(typeOf('BridgeState'), checker),
    ),
    memberSection(
      'Wallets',
      'field',
      'Additional fields of `bridge.wallets`.',
      memberRows(typeOf('BridgeWallet'), checker).filter(({ name }) => !entryNames.has(name)),
    ),
    memberSection(
      'Events of `bridge.subscribe`',
      'event',
      'The listener is called with the complete value, immediately and on each change; for `alert` and `event` only when one occurs.',
      declaredRows(typeOf('BridgeEvents'), checker),
    ),
    {
      title: 'Members of `bridge.ethereum`',
      subject: 'method',
      introduction: 'An EIP-1193 provider.',
      rows: methodRows(declaredRows(typeOf('EthereumProvider'), checker)),
    },
    memberSection(
      'Events of `bridge.ethereum`',
      'event',
      'Events of EIP-1193.',
      declaredRows(typeOf('EthereumEvents'), checker),
    ),
    {
      title: 'Analytics events',
      subject: 'analytics event',
      introduction:
        'Events of `bridge.onEvent`, as `{ event, properties }`; [features.md](features.md#events) describes when they are emitted. Every event can have `caipNetworkId`, the network on screen.',
      rows: eventRows(typeOf('WidgetEventProperties'), checker).map(({ name, type, text }) => ({
        name,
        head: code(name),
        text: text === '' || type === '' ? text : `${text} Properties: ${type}.`,
      })),
    },
  ]
}

const sectionText = ({ title, introduction, rows }: Section): string =>
  [`### ${title}`, '', introduction, '', ...rows.map(({ head, text }) => `- ${head}: ${text}`)].join('\n')

/** The reference of the SDK, from its types and the comments of their members. */
export function sdkReference(program: ts.Program): Reference {
  const sections = [...typeSections(program), ...errorSections(), entrySection()]
  const problems = sections.flatMap(({ subject, rows }) =>
    rows.filter(({ text }) => text === '').map(({ name }) => `The ${subject} ${name} has no comment`),
  )
  return { text: sections.map(sectionText).join('\n\n'), problems }
}
