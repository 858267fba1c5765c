import type { MessageKey } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'

/** What the user does to keep the wallet: adds a way to open it, or reads its words. */
export type KeepChoice = 'passkey' | 'code' | 'phrase' | 'later'

/** A way to bring the wallet to this device. */
export type RestoreWay = 'passkey' | 'code' | 'phrase'

/** Why an operation failed, as a text that says what to do. */
export type VaultProblem = Extract<MessageKey, `vault.${string}`>

/** What the vault shows. A screen with a function waits for the user, whose answer it passes on. */
export type VaultScreen =
  /** The frame, the server or the device works. */
  | { readonly is: 'working'; readonly title: MessageKey; readonly text?: MessageKey }
  /** The end, or nothing that the user can do here. */
  | {
      readonly is: 'message'
      readonly title: MessageKey
      readonly text?: MessageKey
      readonly isAlert?: boolean
    }
  /** The request, as the confirm window shows it. */
  | { readonly is: 'review' }
  | { readonly is: 'create' | 'prove'; readonly answer: () => void }
  | {
      readonly is: 'keep'
      /** Whether the wallet was just created. */
      readonly isNew: boolean
      readonly problem: VaultProblem | undefined
      readonly answer: (choice: KeepChoice) => void
    }
  | {
      readonly is: 'log-in'
      readonly problem: VaultProblem | undefined
      readonly answer: (choice: 'log-in' | 'sign-up') => void
    }
  /** The 12 words, which the user asked for. */
  | { readonly is: 'phrase'; readonly phrase: string; readonly answer: () => void }
  | { readonly is: 'new-code'; readonly code: string; readonly answer: () => void }
  | {
      readonly is: 'restore'
      readonly ways: readonly RestoreWay[]
      readonly problem: VaultProblem | undefined
      readonly answer: (way: RestoreWay) => void
    }
  | {
      readonly is: 'enter-code'
      readonly problem: VaultProblem | undefined
      /** Gets the 16 bytes of a code without typing errors; undefined: back. */
      readonly answer: (factor: Uint8Array | undefined) => void
    }
  | {
      readonly is: 'enter-phrase'
      readonly problem: VaultProblem | undefined
      /** Gets the entropy of a valid phrase; undefined: back. */
      readonly answer: (entropy: Uint8Array | undefined) => void
    }
  | {
      readonly is: 'step-up'
      readonly problem: VaultProblem | undefined
      readonly answer: (code: string) => void
    }
  | {
      readonly is: 'failed'
      readonly problem: VaultProblem
      /** Absent: trying again cannot help. */
      readonly retry: (() => void) | undefined
    }

export const vaultScreenAtom = atom<VaultScreen>({ is: 'working', title: 'vault.loading' })

/** Shows a screen, and resolves to the user's answer. */
export type AskUser = <Answer>(screenOf: (answer: (value: Answer) => void) => VaultScreen) => Promise<Answer>
