import type { Dapp } from './dapp.ts'
import { Widget } from './widget.ts'

/** Page object of the vault's frame in the widget. */
export class PaymentFrame extends Widget {
  constructor(dapp: Dapp) {
    super(dapp.widget.root.frameLocator('iframe[title="Request in your wallet"]'))
  }

  /** Approves the payment on screen, once its button is enabled. */
  async approve(): Promise<void> {
    await this.clickGated(this.button('Confirm'))
  }
}
