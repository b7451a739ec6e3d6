const SNS_HOST = /^sns\.[a-z0-9-]{3,}\.amazonaws\.com(\.cn)?$/;
const CERTIFICATE = /^\/SimpleNotificationService-[0-9A-Za-z]+\.pem$/;

const isOfSns = ({ protocol, host, username, password }: URL): boolean =>
  protocol === 'https:' && SNS_HOST.test(host) && username === '' && password === '';

/**
 * A certificate of SNS itself. The path counts as well as the host: SNS answers queries on the same host, and could be made
 * to answer with a stranger's text.
 */
export const isSnsCertificate = (text: string): boolean => {
  const url = new URL(text);
  return isOfSns(url) && CERTIFICATE.test(url.pathname) && url.search === '' && url.hash === '';
};

/** The address that confirms a subscription to this topic, and does nothing else. */
export const isSnsConfirmation = (text: string, topicArn: string): boolean => {
  const url = new URL(text);
  const { searchParams: query } = url;
  return isOfSns(url) && query.get('Action') === 'ConfirmSubscription' && query.get('TopicArn') === topicArn;
};
