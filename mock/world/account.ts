/** An account: what zones and account-scoped resources belong to. */
export interface Account {
  readonly id: string;
  readonly name: string;
}
