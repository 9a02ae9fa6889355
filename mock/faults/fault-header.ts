/** Name of the header that says which fault changed an answer. */
export const faultHeader = 'touchstone-fault';
