// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.hibernate.Member;
import io.handlersocket.jmh.hibernate.Teams;
import io.handlersocket.jmh.hibernate.User;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;

/** Entities through repositories. */
final class RepositoryReads {

    private static final int MANY = 100;

    private RepositoryReads() {}

    static Threads.Read findById(ApplicationContext context) {
        UserRepository users = context.getBean(UserRepository.class);
        return () -> {
            int id = UserTable.randomId();
            check(id, users.findById(id).orElseThrow());
            return 1;
        };
    }

    /** 100 different ids. */
    static Threads.Read findAllById(ApplicationContext context) {
        UserRepository users = context.getBean(UserRepository.class);
        return () -> {
            Set<Integer> ids = new HashSet<>();
            while (ids.size() < MANY) {
                ids.add(UserTable.randomId());
            }
            List<User> found = users.findAllById(ids);
            for (User user : found) {
                check(user.getId(), user);
                ids.remove(user.getId());
            }
            if (found.size() != MANY || !ids.isEmpty()) {
                throw new AssertionError(found.size() + " rows, of which " + ids.size() + " are others");
            }
            return MANY;
        };
    }

    /** 20 children. */
    static Threads.Read children(ApplicationContext context) {
        MemberRepository members = context.getBean(MemberRepository.class);
        return () -> {
            int team = ThreadLocalRandom.current().nextInt(Teams.TEAMS);
            List<Member> found = members.findByTeamId(team);
            for (Member member : found) {
                if (member.getId() / Teams.MEMBERS != team || member.getNick() == null) {
                    throw new AssertionError("not a member of " + team);
                }
            }
            if (found.size() != Teams.MEMBERS) {
                throw new AssertionError(found.size() + " members of " + team);
            }
            return found.size();
        };
    }

    static void check(int id, @Nullable User user) {
        if (user == null || user.getId() != id) {
            throw new AssertionError("not the row " + id);
        }
        Check.row(id, user.getName(), user.getEmail(), user.getCreated());
    }
}
