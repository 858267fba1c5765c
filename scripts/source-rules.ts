import { titlesOf } from './test-titles.ts'

/** A text that must not stand in the sources. */
type Rule = {
  readonly name: string
  /** Paths it holds for. */
  readonly where: RegExp
  readonly except?: RegExp
  readonly forbidden: RegExp
}

const testFile = /\.(test|spec)\.tsx?$|\/testing\//

/** Where amounts, prices and worths pass. */
const moneyPath =
  /^shared\/amount\/.*\.ts$|^widget-app\/src\/(features\/(account|activity|buy|exchange|receive|send|swap)\/.*\.tsx?|kernel\/(balances|currency|prices)\.ts|chains\/eip155\/.*\.ts)$/

const rules: readonly Rule[] = [
  {
    name: 'comlink talks over ports only, never over a window',
    where: /^(shared|widget-app\/src|host-sdk\/src)\/.*\.tsx?$/,
    forbidden: /\bwindowEndpoint\b/,
  },
  {
    name: "only the hello of an unknown parent may go to '*'",
    where: /^(shared|widget-app\/src|host-sdk\/src)\/.*\.tsx?$/,
    except: /^shared\/channel\/handshake-widget\.ts$/,
    forbidden: /postMessage\([^;\n]*(['"`])\*\1/,
  },
  {
    name: 'the channel is typed to the end',
    where: /^shared\/channel\/.*\.ts$/,
    forbidden: /\bas unknown as\b|\bas any\b|:\s*any\b|<any>|\bany\[\]/,
  },
  {
    name: 'amounts are bigint; a float loses money',
    where: moneyPath,
    forbidden:
      /\bparseFloat\(|\bMath\.(round|ceil|floor)\([^)]*(amount|balance|value|wei|worth|price|cents)/i,
  },
  {
    name: 'amounts are bigint; Number rounds them',
    where: moneyPath,
    // How many decimals there are is a count, and basis points are a share: neither is an amount.
    except: /^widget-app\/src\/chains\//,
    forbidden: /\bNumber\((?![\w.]*\b(decimals|basisPoints)\))|\bparseInt\(|\.toFixed\(/,
  },
  {
    name: 'no escape from the compiler',
    where: /\.tsx?$/,
    // The sentence of this rule is in its own file.
    except: /^scripts\/source-rules/,
    forbidden: /@ts-(ignore|nocheck)|\bTODO\b|\bFIXME\b/,
  },
]

const titlePrefix = /^(behavior|error|param): /

/** What a source file says that it must not, as sentences with file and line. */
export function sourceComplaints(path: string, text: string): readonly string[] {
  const isTest = testFile.test(path)
  const found = rules
    .filter(({ where, except }) => where.test(path) && !(except?.test(path) ?? false))
    .filter(({ name }) => !isTest || name.startsWith('no escape'))
    .flatMap(({ name, forbidden }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          forbidden.test(line) ? [`${path}:${index + 1} ${name}: ${line.trim()}`] : [],
        ),
    )
  if (!/\.(test|spec)\.tsx?$/.test(path)) return found
  const titles = titlesOf(text).filter((title) => !titlePrefix.test(title))
  return [...found, ...titles.map((title) => `${path} a title starts behavior:, error: or param: — ${title}`)]
}
