import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { missingWay } from '#shared/api/missing-way.ts'
import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import type { VaultScreen } from './vault-screen.ts'

/** The window's last screen: how its request ended in the widget. `hasSigned`: whether this window has signed it. */
export function endScreen(how: ConfirmEnd, hasSigned: boolean): VaultScreen {
  switch (how) {
    case 'answered':
      return { is: 'message', title: 'vault.signed', text: 'vault.signed-text' }
    case 'cancelled':
      return { is: 'message', title: 'confirm.cancelled', text: 'confirm.close-text' }
    case 'expired':
      return { is: 'message', title: 'confirm.expired', text: 'confirm.return-text', isAlert: true }
    case 'changed':
      return {
        ...{ is: 'message', title: 'confirm.invalid', isAlert: true },
        text: hasSigned ? 'vault.changed-signed' : 'vault.changed',
      }
    case 'failed':
      return { is: 'message', title: 'confirm.failed', text: 'confirm.return-text', isAlert: true }
  }
}

/** The last screen of a task: states what the server has completed, not what was done here. */
export const keptScreen = (account: EmbeddedAccount): VaultScreen =>
  missingWay(account) === undefined
    ? { is: 'message', title: 'vault.secured', text: 'vault.secured-text' }
    : { is: 'message', title: 'vault.restored', text: 'confirm.close-text' }

/** The screen of a window that no frame has sent a request. */
export const nothingScreen: VaultScreen = {
  is: 'message',
  title: 'vault.nothing',
  text: 'vault.nothing-text',
}

/** The screen of a window whose frame is gone before its request was over. */
export const lostScreen = (hasSigned: boolean): VaultScreen => ({
  ...{ is: 'message', title: 'vault.lost', isAlert: true },
  text: hasSigned ? 'vault.lost-signed' : 'vault.lost-text',
})
