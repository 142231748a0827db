import { me } from '@stagelink/shared/contracts/accounts';
import { connect } from '../connection.ts';
import type { Context, Result } from '../context.ts';

export async function run(context: Context): Promise<Result> {
  const { server, call } = await connect(context);
  const { user } = await call(me, {});
  return {
    data: { server, uid: user.uid, name: user.name, email: user.email, plan: user.plan },
    lines: [`${user.name} <${user.email}>, ${user.subscriptionDisplay}, at ${server}`],
  };
}
