import { createNameTable } from './name-table.js';

export interface AddressBook {
  /** Files a message under its recipients and gives the number they have together. */
  file(recipients: readonly string[]): number;
  /** In lower case; several recipients are joined by ", ". */
  name(number: number): string;
  /** Numbers under which mail to this address was filed, alone or among others; case does not matter. */
  find(address: string): ReadonlySet<number>;
  clear(): void;
}

const JOINED = ', ';

export const createAddressBook = (): AddressBook => {
  const table = createNameTable();
  const shared = new Set<number>();
  return {
    file(recipients) {
      const number = table.number(recipients.join(JOINED).toLowerCase());
      if (recipients.length > 1) shared.add(number);
      return number;
    },
    name: (number) => table.name(number),
    find(address) {
      const wanted = address.toLowerCase();
      const alone = table.find(wanted);
      const among = [...shared].filter((number) => table.name(number).split(JOINED).includes(wanted));
      return new Set(alone === undefined ? among : [alone, ...among]);
    },
    clear() {
      table.clear();
      shared.clear();
    },
  };
};
