import { allowedNumberConversions } from './allowed-number-conversions.ts'

/** Conversions that are not of money are listed in `allowed-number-conversions.ts`. */
const moneyRule = 'amounts are bigint; '

/** A pattern that sources must not contain. */
type Rule = {
  readonly name: string
  /** Folders it applies to; by default the whole project. */
  readonly folders?: readonly string[]
  readonly except?: RegExp
  readonly forbidden: RegExp
}

const testFile =
  /\.(test|spec)\.tsx?$|\/testing\/|\/(\w+-)*fixtures\.tsx?$|\/test-[\w-]+\.tsx?$|-world\.tsx?$/

const productFolders = ['shared', 'widget-app/src', 'host-sdk/src', 'vault/src']
/** Folders with amounts, prices and fiat values: anywhere. */
const moneyFolders = ['shared', 'widget-app/src']
const amountName = '(amount|balance|value|wei|worth|price|cents|fee|lamports|planck)'

const rules: readonly Rule[] = [
  {
    name: 'comlink talks over ports only, never over a window',
    folders: productFolders,
    forbidden: /\bwindowEndpoint\b/,
  },
  {
    name: "only the hello of an unknown parent may go to '*'",
    folders: productFolders,
    except: /^shared\/channel\/handshake\/handshake-widget\.ts$/,
    forbidden: /postMessage\([^;\n]*(['"`])\*\1/,
  },
  {
    name: 'the channel is typed to the end',
    folders: ['shared/channel'],
    forbidden: /\bas unknown as\b|\bas any\b|:\s*any\b|<any>|\bany\[\]/,
  },
  {
    name: `${moneyRule}rounding loses money`,
    folders: moneyFolders,
    forbidden: new RegExp(`\\bMath\\.(round|ceil|floor)\\([^)]*${amountName}`, 'i'),
  },
  {
    name: `${moneyRule}a plus before a text makes a float of it`,
    folders: moneyFolders,
    forbidden: new RegExp(`(^|[=(,?:&|[{]|return)\\s*\\+[\\w.]*${amountName}`, 'i'),
  },
  {
    name: `${moneyRule}Number rounds them`,
    folders: moneyFolders,
    forbidden: /\b(Number|parseFloat|parseInt)\(|\.toNumber\(|\.toFixed\(/,
  },
  {
    name: 'R12: numbers follow the language of the words: read `localeAtom`',
    folders: moneyFolders,
    except:
      /^widget-app\/src\/(app\/(configure|confirm\/main|shell\/top-level-notice)|core\/locale|lib\/i18n\/locale)\.tsx?$/,
    forbidden:
      /\bnumberLocale\(|\bnavigator\.languages?\b|\bhostConfig\w*\)*\.locale\b|\bIntl\.\w*(Number|Date|List|Time)\w*\((undefined|\[\])?[,)](?!\.resolvedOptions)|\.toLocale(Date|Time)?String\(/,
  },
  {
    name: 'only a gated control accepts a press',
    folders: ['widget-app/src'],
    except: /^widget-app\/src\/(ui\/gated-button|lib\/page\/gated-click)/,
    forbidden: /\bacceptPress\b/,
  },
  {
    name: '“Try again” looks the same in the same place of every view: use RetryButton',
    folders: ['widget-app/src'],
    // A gated button is the primary one of its view.
    except:
      /^widget-app\/src\/(ui\/buttons\/retry-button|features\/(networks\/views\/switch-network|connect\/views\/connecting-external)-view)\.tsx$/,
    forbidden: /\(['"`]common\.tryAgain\b/,
  },
  {
    name: 'on the server URLs are read by parseUrl: Node 20 answers otherwise from some thousand calls on',
    folders: ['server/src', 'shared', 'scripts'],
    // That URL is ASCII, which Node 20 parses correctly.
    except: /^(scripts\/checks\/source-rules|shared\/siwx\/host-domain)/,
    forbidden: /\bURL\.canParse\(/,
  },
  {
    name: 'no escape from the compiler',
    // The patterns of this rule are in its own file.
    except: /^scripts\/checks\/source-rules/,
    forbidden: /@ts-(ignore|nocheck)|\bTODO\b|\bFIXME\b/,
  },
]

/** Folders of the rules; a rule for a missing folder would check nothing. */
export const ruleFolders: readonly string[] = [...new Set(rules.flatMap(({ folders = [] }) => folders))]

const isAllowed = (path: string, line: string): boolean =>
  allowedNumberConversions.some((conversion) => conversion.path === path && line.includes(conversion.line))

/** Violations in a source file, as sentences with file and line. */
export function sourceProblems(path: string, text: string): readonly string[] {
  const isTest = testFile.test(path)
  return rules
    .filter(
      ({ folders, except }) =>
        (folders?.some((folder) => path.startsWith(`${folder}/`)) ?? true) && !except?.test(path),
    )
    .filter(({ name }) => !isTest || name.startsWith('no escape'))
    .flatMap(({ name, forbidden }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          forbidden.test(line) && !(name.startsWith(moneyRule) && isAllowed(path, line))
            ? [`${path}:${index + 1} ${name}: ${line.trim()}`]
            : [],
        ),
    )
}
