import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from '../project-files.ts'

/** Module resolutions of a consumer's compiler; `node16`, which hardly differs from `nodenext`, in the long run only. */
const resolutions: readonly (readonly [string, ts.ModuleKind, ts.ModuleResolutionKind])[] = [
  ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ['nodenext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ...(process.env.DRAWBRIDGE_LONG === '1'
    ? [['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16] as const]
    : []),
]

/** Packages that a consumer of every entry has installed. */
const installed = ['comlink', 'zod', 'viem', 'react', '@types/react', '@polkadot-api/pjs-signer']

const sdk = '@drawbridge/host-sdk'

const mainFile = `
import { createDrawbridge, parseAccountId, parseWalletId, ProviderRpcError, WidgetError } from '${sdk}'
import type {
  AccountEntry, AccountIdParts, BridgeEvents, BridgeState, BridgeWallet, Drawbridge, DrawbridgeOptions, EthereumEvents,
  EthereumProvider, ModalResult, OpenRequest, RequestArguments, WalletEntry, WalletIdParts, WidgetEvent, WidgetEventName,
  WidgetEventProperties,
} from '${sdk}'
import { injectedSigner, polkadotAccounts, polkadotSigner } from '${sdk}/polkadot'
import { injectedAccounts, injectedSigner as signerOfPolkadotJs } from '${sdk}/polkadot-js'
import { DrawbridgeProvider, useAccounts, useDrawbridge, useWallets, useWidgetEvents } from '${sdk}/react'
import '${sdk}/script'
import { createElement, type ReactElement } from 'react'

const options: DrawbridgeOptions = {
  projectId: 'demo', metadata: { name: 'Shop' }, platforms: ['ethereum', 'polkadot'], networks: ['eip155:1'],
}
export const bridge: Drawbridge = createDrawbridge(options)
export const provider: EthereumProvider = bridge.ethereum
export const open = async (): Promise<string | undefined> => {
  const result: ModalResult = await bridge.openModal({ view: 'Connect' })
  const request: RequestArguments = { method: 'personal_sign', params: ['0x68656c6c6f', '0x'] }
  return result.is === 'connected' ? String(await provider.request(request)) : undefined
}
export const stop: () => void = bridge.subscribe('accounts', (accounts: readonly AccountEntry[]) => {
  const parts: AccountIdParts[] = accounts.map(({ id }) => parseAccountId(id))
  const [wallet]: readonly BridgeWallet[] = bridge.wallets
  const walletParts: WalletIdParts | undefined = wallet && parseWalletId(wallet.id)
  void [parts, walletParts]
})
export const entries: readonly [readonly string[], readonly string[]] = [
  polkadotAccounts(bridge).map((account) => { void account.polkadotSigner; return account.address }),
  injectedAccounts(bridge).map((account) => { void account.injectedSigner; return account.address }),
]
export const signers: readonly unknown[] = [injectedSigner, polkadotSigner, signerOfPolkadotJs]
export const isOurs = (error: unknown): boolean => error instanceof ProviderRpcError || error instanceof WidgetError
export function Shop(): ReactElement {
  const accounts = useAccounts()
  const wallets = useWallets()
  useWidgetEvents((event: WidgetEvent) => void event)
  const same: Drawbridge = useDrawbridge()
  return createElement(DrawbridgeProvider, { bridge: same }, accounts.length + wallets.length)
}
export const script: Drawbridge | undefined = window.Drawbridge?.bridge
export type Names = [BridgeEvents, BridgeState, EthereumEvents, OpenRequest, WalletEntry, WidgetEventName, WidgetEventProperties]
`

const viemFile = `
import { createDrawbridge } from '${sdk}'
import { viemAccounts } from '${sdk}/viem'
import { parseEther } from 'viem'
import { base } from 'viem/chains'

const [account] = viemAccounts(createDrawbridge({ projectId: 'demo', metadata: { name: 'Shop' }, platforms: ['ethereum'] }))
export const hash: Promise<\`0x\${string}\`> | undefined =
  account?.client.sendTransaction({ chain: base, to: \`0x\${'0'.repeat(40)}\`, value: parseEther('0.1') })
`

/** Files of the consumer's project; `viem` is separate, because types of its dependencies fail under node16. */
const projects = [
  { file: 'main.ts', text: mainFile, isChecked: (_path: string) => true },
  {
    file: 'viem.ts',
    text: viemFile,
    isChecked: (path: string) => !/\/node_modules\/(?!@drawbridge\/)/.test(path),
  },
] as const

/**
 * Type-checks a project that uses every entry of an installed `@drawbridge/host-sdk`, strict and with declaration files
 * (`skipLibCheck: false`), in each module resolution. The compiler's own `lib.*.d.ts` are not checked; of the project that
 * imports viem, the declarations of viem and its dependencies are not.
 * @param folder An empty folder with the unpacked package in `node_modules/@drawbridge/host-sdk`.
 * @returns The compiler's errors, one line each with its resolution.
 */
export function consumerProblems(folder: string): readonly string[] {
  for (const name of installed) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const { file, text } of projects) writeFileSync(join(folder, file), text)
  return resolutions.flatMap(([name, module, moduleResolution]) =>
    projects.flatMap(({ file, isChecked }) => {
      const program = ts.createProgram([join(folder, file)], {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        skipLibCheck: false,
        noEmit: true,
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        types: [],
        module,
        moduleResolution,
      })
      const diagnostics = [
        ...program.getOptionsDiagnostics(),
        ...program.getGlobalDiagnostics(),
        ...program
          .getSourceFiles()
          .filter((source) => !program.isSourceFileDefaultLibrary(source) && isChecked(source.fileName))
          .flatMap((source) => [
            ...program.getSyntacticDiagnostics(source),
            ...program.getSemanticDiagnostics(source),
          ]),
      ]
      return diagnostics.map(
        (diagnostic) => `types, ${name}: ${ts.formatDiagnostic(diagnostic, formatHost).trim()}`,
      )
    }),
  )
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
}
