const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a job's id is a row's id, as all of ours are. Another would make Postgres refuse the whole statement. */
export const isRowId = (id: string): boolean => UUID.test(id);
