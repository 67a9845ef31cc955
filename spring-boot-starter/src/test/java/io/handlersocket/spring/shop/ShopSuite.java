// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.shop.Customers.Badge;
import io.handlersocket.spring.shop.Purchases.Line;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hibernate.LazyInitializationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The shop's own tests, which know nothing of HandlerSocket but what way each call is expected to take. */
abstract class ShopSuite {

    private static final LocalDateTime MONDAY = LocalDateTime.parse("2026-06-01T08:00");

    abstract ApplicationContext context();

    /** The last call of an annotated method took this way, if the starter is there. */
    abstract void expect(LookupRoute route);

    private <T> T bean(Class<T> type) {
        return context().getBean(type);
    }

    @BeforeEach
    void fill() {
        JdbcTemplate jdbc = bean(JdbcTemplate.class);
        jdbc.update("DELETE FROM purchase");
        jdbc.update("DELETE FROM customer");
        new TransactionTemplate(bean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            for (long id = 1; id <= 3; id++) {
                Customer customer = bean(Customers.class).save(new Customer(id, "c" + id + "@shop.example"));
                for (long i = 0; i < 5; i++) {
                    bean(Purchases.class)
                            .save(new Purchase(id * 100 + i, customer, id + "." + i + "0", MONDAY.plusDays(i)));
                }
            }
        });
        bean(CacheManager.class).getCacheNames().forEach(name -> {
            var cache = bean(CacheManager.class).getCache(name);
            if (cache != null) {
                cache.clear();
            }
        });
    }

    @Test
    void findsACustomer() {
        assertThat(bean(Customers.class).findById(2L)).map(Customer::getEmail).contains("c2@shop.example");
        expect(LookupRoute.HANDLERSOCKET);
        assertThat(bean(Customers.class).findByEmail("C3@SHOP.example"))
                .map(Customer::getId)
                .contains(3L);
        expect(LookupRoute.HANDLERSOCKET);
        assertThat(bean(Customers.class).existsById(9L)).isFalse();
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void failsOnAnAssociationOfADetachedCustomer() {
        Customer customer = bean(Customers.class).findById(1L).orElseThrow();
        expect(LookupRoute.HANDLERSOCKET);

        assertThatThrownBy(() -> customer.getPurchases().size()).isInstanceOf(LazyInitializationException.class);
        assertThat(bean(Purchases.class).findById(101L).orElseThrow().getCustomer())
                .extracting(Customer::getId)
                .isEqualTo(1L);
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void countsPurchasesInsideATransaction() {
        assertThat(bean(ShopService.class).purchases(1)).isEqualTo(5);
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void seesItsOwnUnwrittenChanges() {
        assertThat(bean(ShopService.class).reward(1, 7)).isEqualTo(7);
        expect(LookupRoute.JDBC);
        assertThat(bean(Customers.class).findById(1L)).map(Customer::getPoints).contains(7);
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void seesWhatJdbcTemplateWroteInTheTransaction() {
        assertThat(bean(ShopService.class).rewardOverJdbc(2, 5)).isEqualTo(5);
        expect(LookupRoute.JDBC);
    }

    @Test
    void doesNotSeeAnUncommittedChangeFromANewTransaction() {
        new TransactionTemplate(bean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            assertThat(bean(ShopService.class).rewardOverJdbc(3, 9)).isEqualTo(9);
            assertThat(bean(ShopService.class).pointsNow(3)).isZero();
            expect(LookupRoute.HANDLERSOCKET);
            status.setRollbackOnly();
        });
    }

    @Test
    void cachesWhatItFound() {
        Badge first = bean(ShopService.class).badge("c1@shop.example");
        expect(LookupRoute.HANDLERSOCKET);

        bean(JdbcTemplate.class).update("UPDATE customer SET points = 50 WHERE id = 1");

        assertThat(bean(ShopService.class).badge("c1@shop.example")).isSameAs(first);
        assertThat(bean(Customers.class).findBadgeByEmail("c1@shop.example"))
                .contains(new Badge("c1@shop.example", 50));
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void keepsOutWhoIsNotAllowed() {
        Permission.deny(() -> {
            assertThatThrownBy(() -> bean(Customers.class).findById(1L)).isInstanceOf(SecurityException.class);
            assertThatThrownBy(() -> bean(Customers.class).findBadgeByEmail("c1@shop.example"))
                    .isInstanceOf(SecurityException.class);
        });
    }

    @Test
    void managesEntitiesForAWholeRequest() {
        EntityManagerFactory factory = bean(EntityManagerFactory.class);
        EntityManager request = factory.createEntityManager();
        TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(request));
        try {
            Customer customer = bean(Customers.class).findById(1L).orElseThrow();
            expect(LookupRoute.HANDLERSOCKET);
            assertThat(bean(Customers.class).findByEmail("c1@shop.example")).containsSame(customer);
            assertThat(customer.getPurchases()).hasSize(5);
        } finally {
            TransactionSynchronizationManager.unbindResource(factory);
            request.close();
        }
    }

    @Test
    void turnsPages() {
        Page<Purchase> page = bean(Purchases.class).findByCustomerId(2, PageRequest.of(1, 2));
        assertThat(page.getTotalElements()).isEqualTo(5);

        Slice<Line> slice = bean(Purchases.class).findLinesByCustomerIdOrderByBoughtDesc(2, PageRequest.of(1, 2));
        expect(LookupRoute.HANDLERSOCKET);
        assertThat(slice.getContent()).extracting(Line::id).containsExactly(202L, 201L);
        assertThat(slice.hasNext()).isTrue();
        assertThat(bean(Purchases.class).findTop2LinesByCustomerIdOrderByBoughtDesc(3))
                .extracting(line -> line.price().toString())
                .containsExactly("3.40", "3.30");
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void answersOnAnotherThread() throws Exception {
        assertThat(bean(ShopService.class)
                        .badgeLater("c2@shop.example")
                        .get(20, TimeUnit.SECONDS)
                        .points())
                .isZero();
        expect(LookupRoute.HANDLERSOCKET);
    }

    @Test
    void deletesAndFindsNothing() {
        bean(Purchases.class).deleteAllById(List.of(100L, 101L));

        assertThat(bean(Purchases.class).findById(100L)).isEmpty();
        expect(LookupRoute.HANDLERSOCKET);
    }
}
