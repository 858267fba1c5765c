import { projectFiles } from '../project-files.ts'

/** A part of the product whose tests are measured by mutants. */
export type MutationPart = {
  readonly name: string
  /** Paths of the mutated files. */
  readonly mutate: RegExp
  /** Paths of the test files that have to fail. */
  readonly tests: RegExp
  /**
   * Where the tests run: in Node, or in a window with events (`shared/channel/testing/page-window.ts`), which only
   * `*.dom.test.ts` need.
   */
  readonly environment?: 'page'
  /** Lines of a sample, whose mutants take about two minutes. */
  readonly sampleLines: number
}

/** Parts in which an unnoticed mutant could cost money or open the channel (docs/mutation-tests.md). */
export const mutationParts: readonly MutationPart[] = [
  {
    name: 'amount',
    mutate: /^shared\/amount\//,
    tests: /^shared\/amount\//,
    sampleLines: 200,
  },
  {
    name: 'channel',
    mutate: /^shared\/channel\/(?!wallets\/)/,
    tests: /^(shared\/channel|host-sdk\/src\/(announce|frame))\//,
    sampleLines: 120,
  },
  {
    name: 'wallets',
    mutate: /^shared\/channel\/wallets\//,
    tests: /^(shared\/channel\/wallets|host-sdk\/src\/wallets)\//,
    environment: 'page',
    sampleLines: 150,
  },
  {
    name: 'review',
    mutate:
      /^widget-app\/src\/(domain\/review\/(allow-list|compare-.*|requires-confirm-window|matches-shown-simulation|request-risk|same-request|sanitize-facts)|domain\/review-queue\/risk|chains\/message-risks|features\/review\/most-severe-risk)\.ts$/,
    tests: /^widget-app\/src\/(domain\/review|domain\/review-queue|features\/review|chains\/message-risks)/,
    sampleLines: 200,
  },
  {
    name: 'machines',
    mutate:
      /^widget-app\/src\/(features\/(connect|names|networks|send|siwx|smart-sessions|swap)\/model|domain\/(accounts\/connection-machine|orders\/order|transactions\/transaction-entry)|ui\/gated-button\/click-gate)\.ts$/,
    // The tests of their actions take much longer, and kill none in addition.
    tests:
      /^widget-app\/src\/(features\/(connect|names|networks|send|siwx|smart-sessions|swap)\/model|domain\/(accounts\/connection(s|-machine)|orders\/order|transactions\/(journal|transaction-entry))|ui\/gated-button\/click-gate)\.test\.ts$/,
    sampleLines: 120,
  },
  {
    name: 'vault',
    mutate:
      /^vault\/src\/(core\/(envelope|sealed-bytes|spending-key)|document\/(keep-reminders|paid-sites|stored-list)|spending\/(framed-site|open-limit-frame|payment-of|serve-limits))\.ts$/,
    // Thousands of changed envelopes take seconds for each mutant.
    tests:
      /^vault\/src\/(core\/(envelope|erased-bytes|spending-key)\.test|document\/(keep-reminders|paid-sites)|spending\/)/,
    sampleLines: 150,
  },
  {
    name: 'after-checks',
    mutate:
      /^widget-app\/src\/(bridge\/ethereum\/verify-grant|chains\/(eip155|polkadot|solana)\/.*verify-[^/]*|domain\/(orders\/verify-order|transactions\/(retry-verification|verify-[^/]*)))\.ts$/,
    // The other tests that import a mutated file take three times as long, and kill none in addition.
    tests:
      /^widget-app\/src\/(bridge\/ethereum\/verify-|chains\/(eip155|polkadot|solana)\/.*verify-|domain\/(orders\/(delivery-of-|verify-)|transactions\/(retry-verification|verify-)))/,
    sampleLines: 200,
  },
]

const isTest = /\.test\.ts$/
const isNotMutated = /\.test\.ts$|\.d\.ts$|\/testing\//

/** Paths of the files that a part mutates. */
export const mutatedFiles = ({ mutate }: MutationPart): readonly string[] =>
  projectFiles(mutate)
    .map(({ path }) => path)
    .filter((path) => path.endsWith('.ts') && !isNotMutated.test(path))

/** Paths of a part's tests that run in its environment, and need no chain. */
export const testFiles = ({ tests, environment }: MutationPart): readonly string[] =>
  projectFiles(tests)
    .map(({ path }) => path)
    .filter(
      (path) =>
        isTest.test(path) &&
        !path.endsWith('.chain.test.ts') &&
        (environment === 'page' || !path.endsWith('.dom.test.ts')),
    )
