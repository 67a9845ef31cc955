// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.adoption;

import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.query.Param;

/** Methods of many kinds; nothing of this library. */
public interface Gamers extends JpaRepository<Gamer, Long> {

    Optional<Gamer> findByEmail(String email);

    List<Gamer> findByNick(String nick);

    List<Gamer> findByNickIgnoreCase(String nick);

    List<Gamer> findByGuildId(int guild);

    List<Gamer> findByGuildTag(String tag);

    List<Gamer> findByEmailIn(Collection<String> emails);

    List<Gamer> findByGuildIdAndScoreGreaterThan(int guild, int score);

    List<Gamer> findByScoreGreaterThan(int score);

    List<Gamer> findTop3ByGuildIdOrderByScoreDesc(int guild);

    List<Gamer> findByGuildIdOrderByNick(int guild);

    Slice<Gamer> findSliceByGuildId(int guild, Pageable page);

    Page<Gamer> findPageByGuildId(int guild, Pageable page);

    List<Gamer> findLimitedByGuildId(int guild, Limit limit);

    boolean existsByEmail(String email);

    long countByEmail(String email);

    long countByGuildId(int guild);

    List<NickOnly> findRecordsByGuildId(int guild);

    Optional<Nick> findProjectedByEmail(String email);

    void deleteByNick(String nick);

    @Query("select g from Gamer g where g.email = ?1")
    Optional<Gamer> declared(String email);

    @Query("select g from #{#entityName} g where g.guild.id = :guild and g.nick like %:nick%")
    List<Gamer> containing(@Param("guild") int guild, @Param("nick") String nick);

    @Query("select avg(g.score) from Gamer g where g.guild.id = ?1")
    Double average(int guild);

    @Query("select g.nick from Gamer g where g.email = :#{#email}")
    Optional<String> nickOf(@Param("email") String email);

    @Query("select g from Gamer g left join fetch g.guild where g.email = ?1")
    Optional<Gamer> withGuild(String email);

    @NativeQuery("SELECT * FROM gamer WHERE email = ?1")
    Optional<Gamer> raw(String email);

    @Modifying
    @Query("update Gamer g set g.score = 0 where g.nick = ?1")
    int reset(String nick);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    Optional<Gamer> findLockedByEmail(String email);

    @EntityGraph(attributePaths = "guild")
    Optional<Gamer> findGraphByEmail(String email);

    Stream<Gamer> streamByGuildId(int guild);
}
