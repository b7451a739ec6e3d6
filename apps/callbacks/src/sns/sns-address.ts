const REGION_OF_HOST = /^sns\.([a-z0-9-]{3,})\.amazonaws\.com(?:\.cn)?$/;
const REGION_OF_TOPIC = /^arn:aws[a-z-]*:sns:([a-z0-9-]{3,}):/;
const CERTIFICATE = /^\/SimpleNotificationService-[0-9A-Za-z]+\.pem$/;

/** SNS in the region of the topic: there are dozens of hosts, and no other has to do with it. */
const isOfSns = ({ protocol, host, username, password }: URL, topicArn: string): boolean => {
  const region = REGION_OF_HOST.exec(host)?.[1];
  const isItsRegion = region !== undefined && region === REGION_OF_TOPIC.exec(topicArn)?.[1];
  return protocol === 'https:' && isItsRegion && username === '' && password === '';
};

/**
 * A certificate of SNS itself, in the topic's region. The path counts as well as the host: SNS answers queries on the same host, and could be made
 * to answer with a stranger's text.
 */
export const isSnsCertificate = (text: string, topicArn: string): boolean => {
  const url = new URL(text);
  return isOfSns(url, topicArn) && CERTIFICATE.test(url.pathname) && url.search === '' && url.hash === '';
};

/** The address that confirms a subscription to this topic, and does nothing else. */
export const isSnsConfirmation = (text: string, topicArn: string): boolean => {
  const url = new URL(text);
  const { searchParams: query } = url;
  return isOfSns(url, topicArn) && query.get('Action') === 'ConfirmSubscription' && query.get('TopicArn') === topicArn;
};
