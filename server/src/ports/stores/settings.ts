/** Values that a deployment generates at its first start. */
export type SettingStore = {
  /** Returns the stored value of a name, or stores `value`; concurrent callers get the same value. */
  readonly getOrAdd: (name: string, value: string) => Promise<string>
}
