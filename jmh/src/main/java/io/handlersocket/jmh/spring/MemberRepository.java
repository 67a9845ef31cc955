// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.hibernate.Member;
import io.handlersocket.spring.FastLookup;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Children by their foreign key. */
public interface MemberRepository extends JpaRepository<Member, Integer> {

    @FastLookup
    List<Member> findByTeamId(int team);
}
