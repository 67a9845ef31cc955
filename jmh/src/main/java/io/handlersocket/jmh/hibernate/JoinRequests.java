// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Threads;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Requests whose find is a join. */
final class JoinRequests {

    private JoinRequests() {}

    /** A root with its 20 children, of the first {@code roots}. */
    static Threads.Read children(Unit unit, int roots) {
        return Requests.request(unit, session -> {
            int id = ThreadLocalRandom.current().nextInt(roots);
            Guild guild = session.find(Guild.class, id);
            for (GuildMember member : guild.getMembers()) {
                if (member.getId() / Teams.MEMBERS != id || member.getNick() == null) {
                    throw new AssertionError("not a member of " + id);
                }
            }
            if (guild.getId() != id || guild.getMembers().size() != Teams.MEMBERS) {
                throw new AssertionError(guild.getMembers().size() + " members of " + id);
            }
            return Teams.MEMBERS;
        });
    }

    /** An account, every second of which has a row in the table of the subclass. */
    static Threads.Read hierarchy(Unit unit) {
        return Requests.request(unit, session -> {
            int id = ThreadLocalRandom.current().nextInt(JoinTables.ACCOUNTS);
            Account account = session.find(Account.class, id);
            String benefit = account instanceof Premium premium ? premium.getBenefit() : null;
            if (!("owner " + id).equals(account.getOwner())
                    || !(id % 2 == 0 ? ("benefit " + id).equals(benefit) : benefit == null)) {
                throw new AssertionError("not the account " + id);
            }
            return 1;
        });
    }

    /** A post with its author, of the first {@code posts}. */
    static Threads.Read toOne(Unit unit, int posts) {
        return Requests.request(unit, session -> {
            int id = ThreadLocalRandom.current().nextInt(posts);
            Post post = session.find(Post.class, id);
            if (!String.valueOf(post.getWords()).startsWith("post " + id + " ")) {
                throw new AssertionError("not the post " + id);
            }
            check(post.getAuthor());
            return 1;
        });
    }

    private static void check(@Nullable User author) {
        if (author == null) {
            throw new AssertionError("a post without author");
        }
        Check.row(author.getId(), author.getName(), author.getEmail(), author.getCreated());
    }
}
