(* The checker of diffgeo.proofs once more, with a proof that it is right: what it accepts holds in
   each calculus of forms, that is in all that satisfies the record ``calculus``, as the forms on
   the domain of a chart of a manifold do (Kolar, Michor, Slovak: Natural Operations, section 8).
   Nothing else is assumed. The theorem is ``sound``, at the end. *)

From Coq Require Export ZArith QArith List Bool Eqdep_dec Lia.
Export ListNotations.
Open Scope Z_scope.

(* --- the calculus ------------------------------------------------------------------------ *)

Definition sg (n : Z) : Q := if Z.even n then 1%Q else (-1)%Q.

(* --- linear combinations, compared by their coefficients ------------------------------------ *)

Inductive combination :=
  Atom (n : nat) | Nothing | Sum (s t : combination) | Times (c : Q) (s : combination).

Fixpoint coefficient (s : combination) (n : nat) : Q :=
  match s with
  | Atom m => if Nat.eqb n m then 1%Q else 0%Q
  | Nothing => 0%Q
  | Sum s t => (coefficient s n + coefficient t n)%Q
  | Times c s => (c * coefficient s n)%Q
  end.

Fixpoint everywhere (s t : combination) (n : nat) : Prop :=
  match n with O => True | S n => (coefficient s n == coefficient t n)%Q /\ everywhere s t n end.

Section Combinations.
Variables (form : Type) (zero : form) (add : form -> form -> form) (scale : Q -> form -> form).
Notation "v ⊕ w" := (add v w) (at level 50, left associativity).
Notation "c ⊙ v" := (scale c v) (at level 45, right associativity).

Record linear_space : Prop := {
  space_comm : forall v w, v ⊕ w = w ⊕ v;
  space_assoc : forall u v w, u ⊕ (v ⊕ w) = (u ⊕ v) ⊕ w;
  space_zero : forall v, v ⊕ zero = v;
  space_add : forall c v w, c ⊙ (v ⊕ w) = c ⊙ v ⊕ c ⊙ w;
  space_plus : forall c d v, (c + d)%Q ⊙ v = c ⊙ v ⊕ d ⊙ v;
  space_mult : forall c d v, (c * d)%Q ⊙ v = c ⊙ d ⊙ v;
  space_one : forall v, 1%Q ⊙ v = v;
  space_nought : forall v, 0%Q ⊙ v = zero;
  space_equal : forall c d v, (c == d)%Q -> c ⊙ v = d ⊙ v
}.

Fixpoint combined (atoms : list form) (s : combination) : form :=
  match s with
  | Atom n => nth n atoms zero
  | Nothing => zero
  | Sum s t => combined atoms s ⊕ combined atoms t
  | Times c s => c ⊙ combined atoms s
  end.

Fixpoint weighted (atoms : list form) (f : nat -> Q) : form :=
  match atoms with
  | [] => zero
  | v :: rest => f O ⊙ v ⊕ weighted rest (fun n => f (S n))
  end.

Hypothesis space : linear_space.

Lemma space_cross u v w z : (u ⊕ v) ⊕ (w ⊕ z) = (u ⊕ w) ⊕ (v ⊕ z).
Proof.
  rewrite !(space_assoc space), <- (space_assoc space u v w), (space_comm space v w),
    (space_assoc space u w v).
  reflexivity.
Qed.

Lemma weighted_equal atoms f g :
  (forall n, (n < length atoms)%nat -> (f n == g n)%Q) -> weighted atoms f = weighted atoms g.
Proof.
  revert f g. induction atoms as [|v atoms]; simpl; intros f g H; auto.
  f_equal; [apply (space_equal space), H; lia|]. apply IHatoms. intros n N. apply H. lia.
Qed.

Lemma weighted_nothing atoms : weighted atoms (fun _ => 0%Q) = zero.
Proof.
  induction atoms; simpl; auto. rewrite IHatoms, (space_nought space). apply (space_zero space).
Qed.

Lemma combined_weighted atoms s : combined atoms s = weighted atoms (coefficient s).
Proof.
  induction s; simpl.
  - revert n. induction atoms as [|v atoms]; intros [|n]; simpl; auto.
    + rewrite (space_one space), weighted_nothing. symmetry. apply (space_zero space).
    + rewrite (space_nought space), (space_comm space), (space_zero space). apply IHatoms.
  - symmetry. apply weighted_nothing.
  - rewrite IHs1, IHs2. generalize (coefficient s1) (coefficient s2).
    clear - space. induction atoms as [|v atoms]; simpl; intros f g; [apply (space_zero space)|].
    rewrite (space_plus space), <- IHatoms. apply space_cross.
  - rewrite IHs. generalize (coefficient s).
    clear - space. induction atoms as [|v atoms]; simpl; intros f.
    + rewrite <- (space_nought space zero), <- (space_mult space). apply (space_equal space). ring.
    + rewrite (space_mult space), (space_add space), IHatoms. reflexivity.
Qed.

Lemma by_coefficients atoms s t :
  everywhere s t (length atoms) -> combined atoms s = combined atoms t.
Proof.
  rewrite !combined_weighted. intros H. apply weighted_equal. revert H.
  generalize (length atoms). intros m. induction m as [|m]; simpl; intros H n N; [lia|].
  destruct H as [E H]. destruct (Nat.eq_dec n m) as [->|]; auto. apply IHm; auto. lia.
Qed.
End Combinations.

Ltac same s t := let _ := match goal with _ => constr_eq s t end in constr:(Logic.I).
Ltac atoms_of zero add scale t atoms :=
  match t with
  | ?f ?u ?v =>
      let _ := same f add in
      let atoms := atoms_of zero add scale u atoms in atoms_of zero add scale v atoms
  | ?f _ ?u => let _ := same f scale in atoms_of zero add scale u atoms
  | ?v => let _ := same v zero in atoms
  | ?v => match atoms with context [v :: _] => atoms | _ => constr:(v :: atoms) end
  end.
Ltac place v atoms :=
  match atoms with
  | v :: _ => constr:(O)
  | _ :: ?rest => let n := place v rest in constr:(S n)
  end.
Ltac reified zero add scale t atoms :=
  match t with
  | ?f ?u ?v =>
      let _ := same f add in
      let s := reified zero add scale u atoms in
      let r := reified zero add scale v atoms in constr:(Sum s r)
  | ?f ?c ?u =>
      let _ := same f scale in let s := reified zero add scale u atoms in constr:(Times c s)
  | ?v => let _ := same v zero in constr:(Nothing)
  | ?v => let n := place v atoms in constr:(Atom n)
  end.
(* signs for all parities *)
Ltac signs :=
  unfold sg;
  repeat rewrite ?Z.even_add, ?Z.even_sub, ?Z.even_mul, ?Z.even_opp;
  repeat match goal with
    |- context [Z.even ?x] =>
      lazymatch x with Z0 => fail | Zpos _ => fail | Zneg _ => fail | _ => destruct (Z.even x) end
  end.
Ltac by_combination space :=
  match type of space with linear_space ?form ?zero ?add ?scale =>
    match goal with |- ?s = ?t =>
      let atoms := atoms_of zero add scale s (@nil form) in
      let atoms := atoms_of zero add scale t atoms in
      let u := reified zero add scale s atoms in let v := reified zero add scale t atoms in
      change (combined form zero add scale atoms u = combined form zero add scale atoms v);
      apply (by_coefficients form zero add scale space);
      cbn [everywhere length coefficient Nat.eqb Bool.eqb orb negb Z.even];
      repeat split; ring
    end
  end.

(* ``:i(K) i(M) …: t``, which inserts fields of known degree into different slots of t *)
Section Slots.
Variables (form index : Type) (add : form -> form -> form) (scale : Q -> form -> form).
Variable insert : (index -> form) -> form -> form.

Fixpoint moved (go : list (Z * (index -> form)) -> form) (t : form) (k : Z) (K : index -> form)
    (before after : list (Z * (index -> form))) (passed : Z) : form :=
  match after with
  | [] => scale 0 t
  | (m, M) :: rest =>
      add (scale (- sg (passed * (k - 1)))
             (go (before ++ (k - 1 + m, fun a => insert K (M a)) :: rest)))
          (moved go t k K (before ++ [(m, M)]) rest (passed + (m - 1)))
  end.

Fixpoint slots (n : nat) (fields : list (Z * (index -> form))) (t : form) : form :=
  match n, fields with
  | S n, (k, K) :: rest =>
      add (insert K (slots n rest t)) (moved (fun f => slots n f t) t k K [] rest 0)
  | _, _ => t
  end.
End Slots.

Record calculus := {
  form : Type;  (* forms of all degrees and their sums, on the domain of a chart *)
  index : Type;  (* of coordinates; a vector-valued form is the family of its components *)
  zero : form; one : form;
  add : form -> form -> form;
  scale : Q -> form -> form;
  wedge : form -> form -> form;
  coordinate : index -> form;
  identity : index -> form;
  insert : (index -> form) -> form -> form;  (* i_K *)
  lie : (index -> form) -> form -> form;  (* L_K *)
  has : Z -> form -> Prop;  (* is homogeneous of the degree *)

  add_comm : forall v w, add v w = add w v;
  add_assoc : forall u v w, add u (add v w) = add (add u v) w;
  add_zero : forall v, add v zero = v;
  scale_add : forall c v w, scale c (add v w) = add (scale c v) (scale c w);
  scale_plus : forall c d v, scale (c + d) v = add (scale c v) (scale d v);
  scale_mult : forall c d v, scale (c * d) v = scale c (scale d v);
  scale_one : forall v, scale 1 v = v;
  scale_nought : forall v, scale 0 v = zero;
  scale_equal : forall c d v, (c == d)%Q -> scale c v = scale d v;

  wedge_assoc : forall u v w, wedge (wedge u v) w = wedge u (wedge v w);
  wedge_one : forall v, wedge v one = v;
  one_wedge : forall v, wedge one v = v;
  wedge_add : forall u v w, wedge u (add v w) = add (wedge u v) (wedge u w);
  wedge_scale : forall c u v, wedge u (scale c v) = scale c (wedge u v);
  add_wedge : forall u v w, wedge (add u v) w = add (wedge u w) (wedge v w);
  scale_wedge : forall c u v, wedge (scale c u) v = scale c (wedge u v);

  insert_add : forall K v w, insert K (add v w) = add (insert K v) (insert K w);
  insert_scale : forall K c v, insert K (scale c v) = scale c (insert K v);
  add_insert : forall K M w,
    insert (fun a => add (K a) (M a)) w = add (insert K w) (insert M w);
  scale_insert : forall c K w, insert (fun a => scale c (K a)) w = scale c (insert K w);
  wedge_insert : forall u K w, insert (fun a => wedge u (K a)) w = wedge u (insert K w);
  insert_equal : forall K M w, (forall a, K a = M a) -> insert K w = insert M w;
  lie_add : forall K v w, lie K (add v w) = add (lie K v) (lie K w);
  lie_scale : forall K c v, lie K (scale c v) = scale c (lie K v);
  lie_equal : forall K M w, (forall a, K a = M a) -> lie K w = lie M w;
  add_lie : forall K M w, lie (fun a => add (K a) (M a)) w = add (lie K w) (lie M w);
  scale_lie : forall c K w, lie (fun a => scale c (K a)) w = scale c (lie K w);

  has_zero : forall p, has p zero;
  has_one : has 0 one;
  has_add : forall p v w, has p v -> has p w -> has p (add v w);
  has_scale : forall p c v, has p v -> has p (scale c v);
  has_wedge : forall p q v w, has p v -> has q w -> has (p + q) (wedge v w);
  has_coordinate : forall a, has 0 (coordinate a);
  has_identity : forall a, has 1 (identity a);
  has_insert : forall k p K w,
    (forall a, has k (K a)) -> has p w -> has (k - 1 + p) (insert K w);
  has_lie : forall k p K w, (forall a, has k (K a)) -> has p w -> has (k + p) (lie K w);

  (* the axioms of the checker, by name *)
  commute : forall p q s t w, has p s -> has q t ->
    add (wedge s (wedge t w)) (scale (- sg (p * q)) (wedge t (wedge s w))) = zero;
  insert_derivation : forall k p K t w, (forall a, has k (K a)) -> has p t ->
    add (insert K (wedge t w)) (scale (- sg ((k - 1) * p)) (wedge t (insert K w)))
    = wedge (insert K t) w;
  lie_derivation : forall k p K t w, (forall a, has k (K a)) -> has p t ->
    add (lie K (wedge t w)) (scale (- sg (k * p)) (wedge t (lie K w))) = wedge (lie K t) w;
  insert_identity : forall p t, has p t -> insert identity t = scale (inject_Z p) t;
  insertions : forall k m K M w, (forall a, has k (K a)) -> (forall a, has m (M a)) ->
    add (insert K (insert M w)) (scale (- sg ((k - 1) * (m - 1))) (insert M (insert K w)))
    = add (insert (fun a => insert K (M a)) w)
        (scale (- sg ((k - 1) * (m - 1))) (insert (fun a => insert M (K a)) w));
  nilpotent : forall w, lie identity (lie identity w) = zero;
  lie_is : forall k K w, (forall a, has k (K a)) ->
    lie K w
    = add (insert K (lie identity w)) (scale (- sg ((k - 1) * 1)) (lie identity (insert K w)));
  brackets : forall k m K M w, (forall a, has k (K a)) -> (forall a, has m (M a)) ->
    add (lie K (lie M w)) (scale (- sg (k * m)) (lie M (lie K w)))
    = lie (fun a => add (lie K (M a)) (scale (- sg (k * m)) (lie M (K a)))) w;
  mixed : forall k m K M w, (forall a, has k (K a)) -> (forall a, has m (M a)) ->
    add (lie K (insert M w)) (scale (- sg (k * (m - 1))) (insert M (lie K w)))
    = add (insert (fun a => add (lie K (M a)) (scale (- sg (k * m)) (lie M (K a)))) w)
        (scale (- sg (k * (m - 1))) (lie (fun a => insert M (K a)) w));
  coordinates : forall k K a, (forall b, has k (K b)) -> lie K (coordinate a) = K a;
  slots_vanish : forall fields p t,
    (forall k K, In (k, K) fields -> forall a, has k (K a)) -> has p t ->
    p < Z.of_nat (length fields) ->
    slots form index add scale insert (length fields) fields t = zero;
  no_nilpotents : forall p f w, has 0 f -> has p w ->
    wedge f (wedge f w) = zero -> wedge f w = zero;
  no_slope : forall f, has 0 f -> wedge f (lie identity f) = zero -> lie identity f = zero;

  (* forms are sums of homogeneous ones; functions and differentials of coordinates generate *)
  graded : forall P : form -> Prop,
    (forall p w, has p w -> P w) -> (forall v w, P v -> P w -> P (add v w)) -> forall w, P w;
  generated : forall P : Z -> form -> Prop,
    (forall p, P p zero) -> (forall f, has 0 f -> P 0 f) ->
    (forall p v w, P p v -> P p w -> P p (add v w)) ->
    (forall p a w, P p w -> P (1 + p) (wedge (lie identity (coordinate a)) w)) ->
    forall p w, has p w -> P p w
}.

(* the pull-back along a map from M to N *)
Record morphism (N M : calculus) (pull : form N -> form M) : Prop := {
  pull_add : forall v w, pull (add N v w) = add M (pull v) (pull w);
  pull_scale : forall c v, pull (scale N c v) = scale M c (pull v);
  pull_wedge : forall v w, pull (wedge N v w) = wedge M (pull v) (pull w);
  pull_one : pull (one N) = one M;
  pull_has : forall p w, has N p w -> has M p (pull w);
  pull_d : forall w, lie M (identity M) (pull w) = pull (lie N (identity N) w);
  pull_related : forall k A B, (forall a, has M k (A a)) -> (forall a, has N k (B a)) ->
    (forall a, lie M A (pull (coordinate N a)) = pull (B a)) ->
    forall t, insert M A (pull t) = pull (insert N B t)
}.

(* multiples by zero are zero, so that theorems say ``= zero`` *)
Definition scaled (C : calculus) (c : Q) (v : form C) : form C :=
  if Qeq_bool c 0 then zero C else scale C c v.

Lemma scaled_is C c v : scaled C c v = scale C c v.
Proof.
  unfold scaled. destruct (Qeq_bool c 0) eqn:H; auto. apply Qeq_bool_eq in H.
  rewrite (scale_equal C _ _ _ H), scale_nought. reflexivity.
Qed.

(* the components of the bracket of vector-valued forms of degrees k and m *)
Definition fn_bracket (C : calculus) (k m : Z) (K M : index C -> form C) (a : index C) : form C :=
  add C (lie C K (M a)) (scale C (- sg (k * m)) (lie C M (K a))).

(* --- operators of small order ---------------------------------------------------------------- *)

Section Order.
Variable C : calculus.
Notation form := (form C).
Notation "v ⊕ w" := (add C v w) (at level 50, left associativity).
Notation "c ⊙ v" := (scale C c v) (at level 45, right associativity).
Notation "v ∧ w" := (wedge C v w) (at level 39, right associativity).
Notation "0" := (zero C).
Notation d := (lie C (identity C)).

Lemma zero_plus v : 0 ⊕ v = v.
Proof. rewrite add_comm. apply add_zero. Qed.

Lemma times_zero c : c ⊙ 0 = 0.
Proof. rewrite <- (scale_nought C 0), <- scale_mult. apply scale_equal. ring. Qed.

Lemma wedge_with_zero v : v ∧ 0 = 0.
Proof. rewrite <- (scale_nought C 0), wedge_scale, !scale_nought. reflexivity. Qed.

Lemma zero_with_wedge v : 0 ∧ v = 0.
Proof. rewrite <- (scale_nought C 0), scale_wedge, !scale_nought. reflexivity. Qed.

Lemma linear_forms : linear_space form (zero C) (add C) (scale C).
Proof.
  split; [apply add_comm|apply add_assoc|apply add_zero|apply scale_add|apply scale_plus
    |apply scale_mult|apply scale_one|apply scale_nought|apply scale_equal].
Qed.

Ltac linear := signs; by_combination linear_forms.

Definition linear_of (q : Z) (D : form -> form) : Prop :=
  (forall v w, D (v ⊕ w) = D v ⊕ D w) /\ (forall c w, D (c ⊙ w) = c ⊙ D w) /\
  (forall p w, has C p w -> has C (q + p) (D w)).

Definition commuted (p q : Z) (D E : form -> form) (w : form) : form :=
  D (E w) ⊕ (- sg (p * q))%Q ⊙ E (D w).

(* of order less than n: the n-th commutators with products with forms vanish *)
Fixpoint below (n : nat) (q : Z) (D : form -> form) : Prop :=
  match n with
  | O => forall w, D w = 0
  | S n => forall p s, has C p s -> below n (q + p) (commuted q p D (wedge C s))
  end.

Definition over_functions (D : form -> form) : Prop :=
  forall f w, has C 0%Z f -> D (f ∧ w) = f ∧ D w.

(* the insertion of a multivector of degree p *)
Definition multivector (p : nat) (D : form -> form) : Prop :=
  linear_of (- Z.of_nat p) D /\ below (S p) (- Z.of_nat p) D /\ over_functions D.

Lemma linear_zero q D : linear_of q D -> D 0 = 0.
Proof. intros (_ & H & _). rewrite <- (scale_nought C 0), H. rewrite !scale_nought. reflexivity. Qed.

Lemma below_equal n q D E : (forall w, D w = E w) -> below n q D -> below n q E.
Proof.
  revert q D E. induction n as [|n]; simpl; intros q D E H B.
  - intros w. rewrite <- H. apply B.
  - intros p s S. apply (IHn _ (commuted q p D (wedge C s))); auto.
    intros w. unfold commuted. rewrite !H. reflexivity.
Qed.

Lemma below_same n p q D : p = q -> below n p D -> below n q D.
Proof. intros ->. auto. Qed.

Lemma below_combination n q c D E :
  below n q D -> below n q E -> below n q (fun w => D w ⊕ c ⊙ E w).
Proof.
  revert q D E. induction n as [|n]; simpl; intros q D E HD HE.
  - intros w. rewrite HD, HE, times_zero. apply add_zero.
  - intros p s S. apply (below_equal _ _ (fun w => commuted q p D (wedge C s) w
      ⊕ c ⊙ commuted q p E (wedge C s) w)); [|apply IHn; auto].
    intros w. unfold commuted. rewrite wedge_add, wedge_scale. linear.
Qed.

Lemma below_zero n q D : (forall w, D w = 0) -> below n q D.
Proof.
  revert q D. induction n as [|n]; simpl; intros q D H; auto.
  intros p s S. apply IHn. intros w. unfold commuted. rewrite !H, wedge_with_zero.
  rewrite times_zero. apply add_zero.
Qed.
Lemma linear_wedge p s : has C p s -> linear_of p (wedge C s).
Proof.
  intros S. split; [|split]; intros; [apply wedge_add|apply wedge_scale|apply has_wedge; assumption].
Qed.

Lemma linear_commuted p q D E :
  linear_of p D -> linear_of q E -> linear_of (p + q) (commuted p q D E).
Proof.
  intros (aD & mD & hD) (aE & mE & hE). unfold commuted. repeat split; intros.
  - rewrite aE, !aD, aE. linear.
  - rewrite mE, !mD, mE. linear.
  - apply has_add; [rewrite <- Z.add_assoc; auto|]. apply has_scale.
    rewrite (Z.add_comm p q), <- Z.add_assoc. auto.
Qed.

Lemma jacobi p q r D E F w : linear_of p D -> linear_of q E -> linear_of r F ->
  commuted (p + q) r (commuted p q D E) F w
  = commuted p (q + r) D (commuted q r E F) w
    ⊕ sg (q * r) ⊙ commuted (p + r) q (commuted p r D F) E w.
Proof.
  intros (aD & mD & _) (aE & mE & _) (aF & mF & _). unfold commuted.
  rewrite !aF, !aE, !aD, !mF, !mE, !mD. linear.
Qed.

Lemma commuted_zero p q D E :
  linear_of p D -> linear_of q E -> (forall w, D w = 0) \/ (forall w, E w = 0) ->
  forall w, commuted p q D E w = 0.
Proof.
  intros LD LE [H|H] w; unfold commuted; rewrite !H.
  - rewrite (linear_zero _ _ LE), times_zero. apply add_zero.
  - rewrite (linear_zero _ _ LD), times_zero. apply add_zero.
Qed.

Lemma multiplication p D w : linear_of p D -> below 1 p D -> D w = D (one C) ∧ w.
Proof.
  intros L B. revert w. apply (graded C (fun w => D w = D (one C) ∧ w)).
  - intros r w W. simpl in B. specialize (B r w W (one C)). unfold commuted in B.
    rewrite wedge_one in B. destruct L as (_ & _ & H).
    assert (has C p (D (one C))) as U
      by (rewrite <- (Z.add_0_r p); apply H, has_one).
    generalize (commute C p r (D (one C)) w (one C) U W). rewrite !wedge_one. intros E.
    transitivity ((D w ⊕ (- sg (p * r))%Q ⊙ w ∧ D (one C)) ⊕ (sg (p * r)) ⊙ w ∧ D (one C));
      [linear|].
    rewrite B.
    transitivity ((D (one C) ∧ w ⊕ (- sg (p * r))%Q ⊙ w ∧ D (one C))
      ⊕ (sg (p * r)) ⊙ w ∧ D (one C)); [rewrite E; reflexivity|linear].
  - intros v w Hv Hw. destruct L as (a & _). rewrite a, Hv, Hw. symmetry. apply wedge_add.
Qed.

Lemma below_commuted N a b p q D E : (a + b = N)%nat ->
  linear_of p D -> linear_of q E -> below (S a) p D -> below (S b) q E ->
  below N (p + q) (commuted p q D E).
Proof.
  revert a b p q D E. induction N as [|N]; intros a b p q D E sum LD LE BD BE.
  - assert (a = O) by lia. assert (b = O) by lia. subst a b. intros w. unfold commuted.
    rewrite (multiplication p D _ LD BD), (multiplication q E (D w) LE BE).
    rewrite (multiplication q E w LE BE), (multiplication p D w LD BD).
    destruct LD as (_ & _ & LD), LE as (_ & _ & LE). apply commute.
    + rewrite <- (Z.add_0_r p). apply LD, has_one.
    + rewrite <- (Z.add_0_r q). apply LE, has_one.
  - intros r s S. assert (LS := linear_wedge r s S).
    apply (below_equal _ _ (fun w => commuted p (q + r) D (commuted q r E (wedge C s)) w
      ⊕ sg (q * r) ⊙ commuted (p + r) q (commuted p r D (wedge C s)) E w)).
    + intros w. symmetry. apply jacobi; assumption.
    + assert (LDS := linear_commuted p r _ _ LD LS). assert (LES := linear_commuted q r _ _ LE LS).
      apply below_combination.
      * apply (below_same _ (p + (q + r))); [lia|]. destruct b as [|b].
        -- apply below_zero, commuted_zero; auto. right. exact (BE r s S).
        -- apply (IHN a b); [lia|assumption..|exact (BE r s S)].
      * apply (below_same _ (p + r + q)); [lia|]. destruct a as [|a].
        -- apply below_zero, commuted_zero; auto. left. exact (BD r s S).
        -- apply (IHN a b); [lia|assumption|assumption|exact (BD r s S)|assumption].
Qed.

(* the same where one of them may vanish *)
Lemma below_any a b p q D E :
  linear_of p D -> linear_of q E -> below a p D -> below b q E ->
  below (pred a + pred b) (p + q) (commuted p q D E).
Proof.
  intros LD LE BD BE. destruct a as [|a]; [apply below_zero, commuted_zero; auto|].
  destruct b as [|b]; [apply below_zero, commuted_zero; auto|].
  apply (below_commuted _ a b); auto.
Qed.

Lemma negative p w : has C p w -> p < 0%Z -> w = 0.
Proof.
  intros H N. generalize (slots_vanish C [] p w). simpl. intros E. apply E; auto. intros k K [].
Qed.

Lemma insert_function k K f : (forall a, has C k (K a)) -> has C 0%Z f -> insert C K f = 0.
Proof.
  intros H F. generalize (slots_vanish C [(k, K)] 0 f). simpl. rewrite scale_nought, add_zero.
  intros E. apply E; auto; [|apply Z.lt_0_1]. intros m M [[= <- <-]|[]]. exact H.
Qed.

Lemma over_wedge p s : has C p s -> over_functions (wedge C s).
Proof.
  intros H f w F. generalize (commute C p 0 s f w H F). rewrite Z.mul_0_r. intros E.
  transitivity ((s ∧ f ∧ w ⊕ (- sg 0)%Q ⊙ f ∧ s ∧ w) ⊕ f ∧ s ∧ w); [linear|].
  rewrite E. apply zero_plus.
Qed.

Lemma over_commuted p q D E : linear_of p D -> linear_of q E ->
  over_functions D -> over_functions E -> over_functions (commuted p q D E).
Proof.
  intros LD LE HD HE f w F. unfold commuted. rewrite HE, !HD, HE by exact F.
  rewrite wedge_add, wedge_scale. reflexivity.
Qed.

(* with more insertions than differentials of coordinates *)
Lemma few n q D : linear_of q D -> over_functions D -> below n q D ->
  Z.of_nat n - 1 + q < 0%Z -> forall w, D w = 0.
Proof.
  revert q D. induction n as [|n]; intros q D L O B N; [exact B|].
  apply (graded C (fun w => D w = 0)).
  - intros p w. apply (generated C (fun _ w => D w = 0)).
    + intros _. apply (linear_zero q), L.
    + intros f F. rewrite <- (wedge_one C f), O by exact F.
      rewrite (negative q (D (one C))); [apply wedge_with_zero| |lia].
      destruct L as (_ & _ & H). rewrite <- (Z.add_0_r q). apply H, has_one.
    + intros _ u v Hu Hv. destruct L as (a & _). rewrite a, Hu, Hv. apply add_zero.
    + intros _ a u Hu. pose (s := d (coordinate C a)).
      assert (has C 1 s) as S
        by (apply (has_lie C 1 0); [apply has_identity|apply has_coordinate]).
      assert (commuted q 1 D (wedge C s) u = 0) as E.
      { apply (IHn (q + 1)%Z).
        - apply linear_commuted; [exact L|apply linear_wedge, S].
        - apply over_commuted; auto; [apply linear_wedge, S|apply (over_wedge 1), S].
        - exact (B 1%Z s S).
        - lia. }
      unfold commuted in E. rewrite Hu, wedge_with_zero, times_zero, add_zero in E. exact E.
  - intros u v Hu Hv. destruct L as (a & _). rewrite a, Hu, Hv. apply add_zero.
Qed.

Lemma below_wedge p s : has C p s -> below 1 p (wedge C s).
Proof. intros H r t T w. unfold commuted. apply commute; assumption. Qed.

Lemma below_insert k K : (forall a, has C k (K a)) -> below 2 (k - 1) (insert C K).
Proof.
  intros H p s S. apply (below_equal _ _ (wedge C (insert C K s))).
  - intros w. symmetry. apply insert_derivation; assumption.
  - apply below_wedge, has_insert; assumption.
Qed.

Lemma linear_insertion k K : (forall a, has C k (K a)) -> linear_of (k - 1) (insert C K).
Proof.
  intros H. split; [|split]; intros;
    [apply insert_add|apply insert_scale|apply has_insert; assumption].
Qed.

Lemma over_insert k K : (forall a, has C k (K a)) -> over_functions (insert C K).
Proof.
  intros H f w F. generalize (insert_derivation C k 0 K f w H F).
  rewrite (insert_function k K f H F), Z.mul_0_r, zero_with_wedge. intros E.
  transitivity ((insert C K (f ∧ w) ⊕ (- sg 0)%Q ⊙ f ∧ insert C K w) ⊕ f ∧ insert C K w); [linear|].
  rewrite E. apply zero_plus.
Qed.

Lemma linear_d : linear_of 1 d.
Proof.
  repeat split; intros; [apply lie_add|apply lie_scale|].
  apply has_lie; [apply has_identity|assumption].
Qed.

Lemma d_wedge p s w : has C p s -> commuted 1 p d (wedge C s) w = d s ∧ w.
Proof. intros S. apply lie_derivation; [apply has_identity|exact S]. Qed.

Lemma below_d : below 2 1 d.
Proof.
  intros p s S. apply (below_equal _ _ (wedge C (d s))).
  - intros w. symmetry. apply d_wedge, S.
  - apply below_wedge. apply (has_lie C 1); [apply has_identity|exact S].
Qed.

Definition schouten (p q : Z) (D E : form -> form) : form -> form :=
  commuted (p + 1) q (commuted p 1 D d) E.

Lemma linear_schouten p q D E :
  linear_of p D -> linear_of q E -> linear_of (p + 1 + q) (schouten p q D E).
Proof. intros LD LE. apply linear_commuted; [apply linear_commuted; auto using linear_d|exact LE]. Qed.

Lemma schouten_zero p q D E : linear_of p D -> linear_of q E ->
  (forall w, D w = 0) \/ (forall w, E w = 0) -> forall w, schouten p q D E w = 0.
Proof.
  intros LD LE H. assert (L := linear_commuted p 1 D d LD linear_d).
  apply commuted_zero; auto. destruct H as [H|H]; auto.
  left. apply commuted_zero; auto using linear_d.
Qed.

Lemma below_schouten a b p q D E : linear_of p D -> linear_of q E -> below a p D -> below b q E ->
  below (pred a + pred b) (p + 1 + q) (schouten p q D E).
Proof.
  intros LD LE BD BE. destruct a as [|a]; [apply below_zero, schouten_zero; auto|].
  assert (L := linear_commuted p 1 D d LD linear_d).
  assert (B := below_any (S a) 2 p 1 D d LD linear_d BD below_d).
  generalize (below_any _ b (p + 1) q _ E L LE B BE).
  replace (pred (pred (S a) + pred 2) + pred b)%nat with (pred (S a) + pred b)%nat by (simpl; lia).
  auto.
Qed.

Lemma over_schouten a b p q D E : linear_of p D -> linear_of q E -> below (S a) p D ->
  below (S b) q E -> over_functions D -> over_functions E -> Z.of_nat a + p = 0%Z ->
  Z.of_nat b + q = 0%Z -> over_functions (schouten p q D E).
Proof.
  intros LD LE BD BE OD OE HP HQ f w F.
  assert (L := linear_commuted p 1 D d LD linear_d). assert (LF := linear_wedge 0 f F).
  assert (has C 1 (d f)) as DF by (apply (has_lie C 1 0); [apply has_identity|exact F]).
  assert (none : forall r G, over_functions G -> forall w, commuted r 0 G (wedge C f) w = 0).
  { intros r G O v. unfold commuted. rewrite O by exact F. rewrite Z.mul_0_r. linear. }
  assert (inner : forall v, commuted (p + 1) 0 (commuted p 1 D d) (wedge C f) v
    = commuted p 1 D (wedge C (d f)) v).
  { intros v. rewrite jacobi by (assumption || apply linear_d). rewrite !Z.add_0_r.
    rewrite (commuted_zero p 1 (commuted p 0 D (wedge C f)) d).
    - rewrite times_zero, add_zero. unfold commuted at 1 3.
      rewrite !(d_wedge 0) by exact F. reflexivity.
    - rewrite <- (Z.add_0_r p) at 1. apply linear_commuted; auto.
    - apply linear_d.
    - left. apply none, OD. }
  assert (commuted (p + 1 + q) 0 (schouten p q D E) (wedge C f) w = 0) as Z0.
  { unfold schouten. rewrite jacobi by assumption. rewrite !Z.add_0_r, Z.mul_0_r.
    rewrite (commuted_zero (p + 1) q (commuted p 1 D d) (commuted q 0 E (wedge C f))); auto.
    2: { rewrite <- (Z.add_0_r q) at 1. apply linear_commuted; auto. }
    rewrite zero_plus.
    assert (forall v, commuted (p + 1) q (commuted (p + 1) 0 (commuted p 1 D d) (wedge C f)) E v
      = commuted (p + 1) q (commuted p 1 D (wedge C (d f))) E v) as ->.
    { intros v. unfold commuted at 1 5. rewrite !inner. reflexivity. }
    assert (LG := linear_commuted p 1 D _ LD (linear_wedge 1 _ DF)).
    destruct a as [|a].
    - rewrite (commuted_zero (p + 1) q _ E LG LE); [apply times_zero|].
      left. exact (BD 1%Z _ DF).
    - rewrite (few (a + b) (p + 1 + q) _ (linear_commuted _ _ _ _ LG LE)); [apply times_zero| | |].
      + apply over_commuted; auto. apply over_commuted; auto; [apply linear_wedge, DF|].
        apply (over_wedge 1), DF.
      + apply (below_commuted _ a b); auto.
      + lia. }
  unfold commuted at 1 in Z0. rewrite Z.mul_0_r in Z0.
  transitivity ((schouten p q D E (f ∧ w) ⊕ (- sg 0)%Q ⊙ f ∧ schouten p q D E w)
    ⊕ f ∧ schouten p q D E w); [linear|].
  rewrite Z0. apply zero_plus.
Qed.
Lemma multivector_zero p : multivector p (fun _ => 0).
Proof.
  split; [split; [|split]|split].
  - intros _ _. symmetry. apply add_zero.
  - intros c _. symmetry. apply times_zero.
  - intros q w _. apply has_zero.
  - apply below_zero. reflexivity.
  - intros f w _. symmetry. apply wedge_with_zero.
Qed.
End Order.

(* --- terms and what they mean -------------------------------------------------------------- *)

(* A symbol has a number and a degree, to which the numbers with names in h are added twice: it is
   even or odd, and else unknown. ``Multi n p`` is the insertion of a p-vector. ``Back phi n t`` is the pull-back of t, which lives on the n-th
   manifold, by the map phi. *)
Inductive term :=
  | F (n p : nat) (h : list nat) | V (n k : nat) (h : list nat) | One | Id | X
  | Multi (n p : nat) | Back (phi n : nat) (t : term)
  | Plus (s t : term) | Scaled (c : Q) (t : term) | Product (s t : term) | Act (P t : term)
  | Bracket (K M : term) | I (K : term) | L (K : term) | E (t : term)
  | Compose (P R : term) | Commutator (P R : term).

Fixpoint degree (t : term) : Z :=
  match t with
  | F _ p _ | V _ p _ => Z.of_nat p
  | Multi _ p => - Z.of_nat p
  | One | X => 0
  | Id => 1
  | Plus s _ => degree s
  | Scaled _ t | E t | L t | Back _ _ t => degree t
  | I K => degree K - 1
  | Product s t | Act s t | Bracket s t | Compose s t | Commutator s t => degree s + degree t
  end.

Definition sum_of (l : list nat) : Z := fold_right (fun n s => Z.of_nat n + s) 0 l.

Fixpoint put (n : nat) (l : list nat) : list nat :=
  match l with [] => [n] | k :: rest => if (n <=? k)%nat then n :: l else k :: put n rest end.

(* the names of the numbers that are added twice to a degree *)
Fixpoint halves (t : term) : list nat :=
  match t with
  | F _ _ h | V _ _ h => h
  | One | X | Id | Multi _ _ => []
  | Plus s _ => halves s
  | Scaled _ t | E t | L t | I t | Back _ _ t => halves t
  | Product s t | Act s t | Bracket s t | Compose s t | Commutator s t =>
      fold_right put (halves t) (halves s)
  end.

Definition same_degree (s t : term) : bool :=
  (degree s =? degree t) && if list_eq_dec Nat.eq_dec (halves s) (halves t) then true else false.

Definition known_degree (t : term) : bool := match halves t with [] => true | _ => false end.

(* on a manifold: SForm, SVector i with components for the coordinates of the i-th manifold;
   SOperator does not depend on a coordinate, and SComponent may *)
Inductive sort := SForm | SVector (i : nat) | SOperator | SComponent.

Definition sort_eq_dec : forall s t : sort, {s = t} + {s <> t}.
Proof. decide equality. apply Nat.eq_dec. Defined.

Definition joined (s t : option sort) : option sort :=
  match s, t with
  | Some SOperator, Some SOperator => Some SOperator
  | Some SOperator, Some SComponent | Some SComponent, Some SOperator
  | Some SComponent, Some SComponent => Some SComponent
  | _, _ => None
  end.

Section Checking.
(* from the m-th manifold to the n-th go the maps phi with (phi, m, n) in this list *)
Variable maps : list (nat * nat * nat).

Definition declared (phi m n : nat) : bool :=
  existsb (fun x => let '(psi, i, j) := x in (psi =? phi)%nat && (i =? m)%nat && (j =? n)%nat) maps.

(* of a term on the m-th manifold *)
Fixpoint sort_of (m : nat) (t : term) : option sort :=
  match t with
  | F _ _ _ | One => Some SForm
  | V _ _ _ | Id | X => Some (SVector m)
  | Multi _ _ => Some SOperator
  | Back phi n t =>
      match sort_of n t with
      | Some SForm => if declared phi m n then Some SForm else None
      | Some (SVector i) => if declared phi m n then Some (SVector i) else None
      | _ => None
      end
  | Plus s t =>
      match sort_of m s, sort_of m t with
      | Some a, Some b => if sort_eq_dec a b then if same_degree s t then Some a else None else None
      | _, _ => None
      end
  | Scaled _ t => sort_of m t
  | Product s t =>
      match sort_of m s, sort_of m t with
      | Some SForm, Some SForm => Some SForm
      | Some SForm, Some (SVector i) => Some (SVector i)
      | _, _ => None
      end
  | Act P t =>
      match sort_of m P, sort_of m t with
      | Some SOperator, Some SForm => Some SForm
      | Some SOperator, Some (SVector i) => Some (SVector i)
      | _, _ => None
      end
  | Bracket K M =>
      match sort_of m K, sort_of m M with
      | Some (SVector i), Some (SVector j) =>
          if (i =? m)%nat && (j =? m)%nat then Some (SVector m) else None
      | _, _ => None
      end
  | I K | L K =>
      match sort_of m K with
      | Some (SVector i) => if (i =? m)%nat then Some SOperator else None
      | _ => None
      end
  | E t =>
      match sort_of m t with
      | Some SForm => Some SOperator
      | Some (SVector _) => Some SComponent
      | _ => None
      end
  | Compose P R | Commutator P R => joined (sort_of m P) (sort_of m R)
  end.

(* --- polynomials in letters, and lines ----------------------------------------------------- *)

Definition word := list term.
Definition polynomial := list (Q * word).

Definition term_eq_dec : forall s t : term, {s = t} + {s <> t}.
Proof.
  decide equality; try apply Nat.eq_dec; try apply (list_eq_dec Nat.eq_dec); decide equality;
    (apply Z.eq_dec || apply Pos.eq_dec).
Defined.

Definition word_eq_dec : forall u v : word, {u = v} + {u <> v} := list_eq_dec term_eq_dec.

Fixpoint add_word (c : Q) (u : word) (p : polynomial) : polynomial :=
  match p with
  | [] => [(c, u)]
  | (d, v) :: rest =>
      if word_eq_dec u v then (Qred (c + d), v) :: rest else (d, v) :: add_word c u rest
  end.

Fixpoint collected (p : polynomial) : polynomial :=
  match p with [] => [] | (c, u) :: rest => add_word c u (collected rest) end.

Fixpoint without_zeros (p : polynomial) : polynomial :=
  match p with
  | [] => []
  | (c, u) :: rest =>
      if Qeq_bool c 0 then without_zeros rest else (c, u) :: without_zeros rest
  end.

Definition normal (p : polynomial) : polynomial := without_zeros (collected p).

Fixpoint times (c : Q) (left right : word) (p : polynomial) : polynomial :=
  match p with
  | [] => []
  | (d, u) :: rest => ((c * d)%Q, left ++ u ++ right) :: times c left right rest
  end.

Fixpoint multiplied (p q : polynomial) : polynomial :=
  match p with [] => [] | (c, u) :: rest => times c u [] q ++ multiplied rest q end.

(* i, L and e are linear *)
Fixpoint spread (make : term -> word) (t : term) : polynomial :=
  match t with
  | Plus s t => spread make s ++ spread make t
  | Scaled c t => times c [] [] (spread make t)
  | _ => [(1%Q, make t)]
  end.

Definition product_with (t : term) : word := match t with One => [] | _ => [E t] end.

Fixpoint letters (t : term) : polynomial :=
  match t with
  | Plus s t => letters s ++ letters t
  | Scaled c t => times c [] [] (letters t)
  | I K => spread (fun K => [I K]) K
  | L K => spread (fun K => [L K]) K
  | E t => spread product_with t
  | Compose P R => multiplied (letters P) (letters R)
  | Commutator P R =>
      multiplied (letters P) (letters R)
      ++ times (- sg (degree P * degree R)) [] [] (multiplied (letters R) (letters P))
  | _ => [(1%Q, [t])]
  end.

Definition equation (s t : term) : polynomial := normal (letters (Plus s (Scaled (-1) t))).
Definition vanishing (t : term) : polynomial := normal (letters t).

Fixpoint value_of (u : word) (t : term) : term :=
  match u with
  | [] => t
  | E s :: rest => match value_of rest t with One => s | r => Product s r end
  | letter :: rest => Act letter (value_of rest t)
  end.

Fixpoint applied (p : polynomial) (t : term) : polynomial :=
  match p with
  | [] => []
  | (c, u) :: rest => times c [] [] (letters (E (value_of u t))) ++ applied rest t
  end.

Definition has_sort (m : nat) (s : sort) (t : term) : bool :=
  match sort_of m t with Some r => if sort_eq_dec s r then true else false | None => false end.
Definition is_vector (m : nat) : term -> bool := has_sort m (SVector m).
Definition is_tensor (m : nat) (t : term) : bool :=
  match sort_of m t with Some SForm | Some (SVector _) => true | _ => false end.

Fixpoint lifted_word (m : nat) (u : word) : option word :=
  match u with
  | E t :: rest =>
      if has_sort m SForm t
      then option_map (cons (E t)) (lifted_word m rest)
      else match rest with [] => if is_vector m t then Some [I t] else None | _ => None end
  | _ => None
  end.

Fixpoint pulled_word (phi n : nat) (u : word) : option word :=
  match u with
  | [] => Some []
  | E t :: rest => option_map (cons (E (Back phi n t))) (pulled_word phi n rest)
  | _ => None
  end.

Fixpoint by_words (make : word -> option word) (p : polynomial) : option polynomial :=
  match p with
  | [] => Some []
  | (c, u) :: rest =>
      match make u, by_words make rest with Some v, Some q => Some ((c, v) :: q) | _, _ => None end
  end.

(* multiples of terms *)
Definition terms := list (Q * term).

Fixpoint moved_terms (go : list term -> terms) (K : term) (before after : list term) (passed : Z)
    : terms :=
  match after with
  | [] => []
  | M :: rest =>
      map (fun part => ((- sg (passed * (degree K - 1)) * fst part)%Q, snd part))
        (go (before ++ Act (I K) M :: rest))
      ++ moved_terms go K (before ++ [M]) rest (passed + (degree M - 1))
  end.

Fixpoint slot_terms (n : nat) (fields : list term) (t : term) : terms :=
  match n, fields with
  | S n, K :: rest =>
      map (fun part => (fst part, Act (I K) (snd part))) (slot_terms n rest t)
      ++ moved_terms (fun f => slot_terms n f t) K [] rest 0
  | _, _ => [(1%Q, t)]
  end.

Fixpoint products_with (parts : terms) : polynomial :=
  match parts with
  | [] => []
  | (c, t) :: rest => times c [] [] (letters (E t)) ++ products_with rest
  end.

(* at most so many insertions are in an operator without derivatives, made by commutators *)
Definition alone (t : term) (n : Z) : bool := known_degree t && (n + degree t =? 0).

Fixpoint order (t : term) : option Z :=
  match t with
  | E _ => Some 0
  | I _ => Some 1
  | Multi _ p => Some (Z.of_nat p)
  | Commutator (Commutator P (L Id)) R =>
      match order P, order R with
      | Some p, Some r => if alone P p && alone R r then Some (p + r - 1) else None
      | _, _ => None
      end
  | Commutator P R =>
      match order P, order R with Some p, Some r => Some (p + r - 1) | _, _ => None end
  | _ => None
  end.

Definition is_operator (m : nat) (t : term) : bool :=
  match sort_of m t with Some SOperator | Some SComponent => true | _ => false end.

Definition vanishing_order (t : term) : bool :=
  match order t with
  | Some n => (n <? 0) || (known_degree t && (n + degree t <? 0))
  | None => false
  end.

Definition multiplies (t : term) : bool :=
  match order t with Some n => n <=? 0 | None => false end.

Inductive line :=
  | Total (parts : list (Q * word * N * word)) | Lift (n : N) | Apply (n : N) (t : term)
  | AxProduct (s t : term) | AxValue (P t : term) | AxOrder (P : term) | AxMultiplication (P : term)
  | AxI (K t : term) | AxL (K t : term) | AxSlots (t : term) (fields : list term)
  | AxDegree (t : term) | AxInsertions (K M : term) | AxNilpotent | AxLie (K : term)
  | AxBrackets (K M : term) | AxMixed (K M : term) | AxCoordinate (K : term)
  | CancelSquare (u : term) (n : N)
  | CancelSlope (u : term) (n : N)
  | CancelFactor (f w : term) (n : N)
  | CancelBy (u : term) (k : nat) (told : list N)
  | AxD (phi n : nat) (t : term) | Pull (phi n : nat) (told : N)
  | Related (phi n : nat) (told : N) (A B t : term).

Definition if_ (condition : bool) (p : polynomial) : option polynomial :=
  if condition then Some p else None.

(* lines with their manifolds *)
Definition lines := list (nat * polynomial).

(* a line, if it is one on the m-th manifold *)
Definition taken (m : nat) (known : lines) (n : N) : polynomial :=
  let (i, p) := nth (N.to_nat n) known (m, []) in if (i =? m)%nat then p else [].

Fixpoint total (m : nat) (known : lines) (parts : list (Q * word * N * word)) : polynomial :=
  match parts with
  | [] => []
  | (c, u, n, v) :: rest => times c u v (taken m known n) ++ total m known rest
  end.

(* a form or vector-valued form is zero *)
Definition zero_of (m : nat) (t : term) : polynomial :=
  if is_vector m t then vanishing (I t) else vanishing (E t).

Definition same (p q : polynomial) : bool :=
  match normal (p ++ times (-1) [] [] q) with [] => true | _ => false end.

(* lines say that a vector vanishes in each of these *)
Fixpoint inserted (m : nat) (known : lines) (u : term) (ws : list term) (told : list N) : bool :=
  match ws, told with
  | [], [] => true
  | w :: ws, n :: told =>
      is_tensor m w && same (taken m known n) (zero_of m (Act (I u) w))
      && inserted m known u ws told
  | _, _ => false
  end.

(* lists of terms on a manifold: only the zero vector vanishes in all terms of a list *)
Variable supposed : list (nat * list term).

Definition step (known : lines) (m : nat) (next : line) : option polynomial :=
  let vector := is_vector m in
  let tensor := is_tensor m in
  match next with
  | Total parts => Some (normal (total m known parts))
  | Lift n => option_map normal (by_words (lifted_word m) (taken m known n))
  | Apply n t => Some (normal (applied (taken m known n) t))
  | AxProduct s t => Some (equation (E (Product s t)) (Compose (E s) (E t)))
  | AxValue P t =>
      Some (normal (times (-1) [] [] (letters (E (Act P t))) ++ applied (letters P) t))
  | AxOrder P => if_ (is_operator m P && vanishing_order P) (vanishing P)
  | AxMultiplication P =>
      if_ (has_sort m SOperator P && multiplies P) (equation P (E (Act P One)))
  | AxI K t =>
      if_ (vector K && tensor t) (equation (Commutator (I K) (E t)) (E (Act (I K) t)))
  | AxL K t =>
      if_ (vector K && tensor t) (equation (Commutator (L K) (E t)) (E (Act (L K) t)))
  | AxSlots t fields =>
      if_ (tensor t && forallb vector fields && known_degree t
          && (degree t <? Z.of_nat (length fields)))
        (normal (products_with (slot_terms (length fields) fields t)))
  | AxDegree t =>
      if_ (tensor t && known_degree t)
        (equation (E (Act (I Id) t)) (E (Scaled (inject_Z (degree t)) t)))
  | AxInsertions K M =>
      if_ (vector K && vector M)
        (equation (Commutator (I K) (I M))
          (Plus (I (Act (I K) M))
            (Scaled (- sg (degree (I K) * degree (I M))) (I (Act (I M) K)))))
  | AxNilpotent => Some (vanishing (Compose (L Id) (L Id)))
  | AxLie K => if_ (vector K) (equation (L K) (Commutator (I K) (L Id)))
  | AxBrackets K M =>
      if_ (vector K && vector M) (equation (Commutator (L K) (L M)) (L (Bracket K M)))
  | AxMixed K M =>
      if_ (vector K && vector M)
        (equation (Commutator (L K) (I M))
          (Plus (I (Bracket K M)) (Scaled (- sg (degree (L K) * degree (I M))) (L (Act (I M) K)))))
  | AxCoordinate K => if_ (vector K) (equation (E (Act (L K) X)) (E K))
  | CancelSquare u n =>
      if_ (has_sort m SForm u && (degree u =? 0) && known_degree u
          && same (taken m known n) (zero_of m (Product u u)))
        (zero_of m u)
  | CancelSlope u n =>
      if_ (has_sort m SForm u && (degree u =? 0) && known_degree u
          && same (taken m known n) (zero_of m (Product u (Act (L Id) u))))
        (zero_of m (Act (L Id) u))
  | CancelFactor f w n =>
      if_ (has_sort m SForm f && (degree f =? 0) && known_degree f && is_tensor m w
          && same (taken m known n) (zero_of m (Product f (Product f w))))
        (zero_of m (Product f w))
  | CancelBy u k told =>
      match nth_error supposed k with
      | Some (i, ws) =>
          if_ ((i =? m)%nat && vector u && (degree u =? 0) && known_degree u
              && inserted m known u ws told)
            (zero_of m u)
      | None => None
      end
  | AxD phi n t =>
      if_ (declared phi m n)
        (equation (E (Act (L Id) (Back phi n t))) (E (Back phi n (Act (L Id) t))))
  | Pull phi n told =>
      if declared phi m n
      then option_map normal (by_words (pulled_word phi n) (taken n known told)) else None
  | Related phi n told A B t =>
      if_ (declared phi m n && vector A && is_vector n B && same_degree A B
          && same (taken m known told) (equation (E (Act (L A) (Back phi n X))) (E (Back phi n B))))
        (equation (E (Act (I A) (Back phi n t))) (E (Back phi n (Act (I B) t))))
  end.

Fixpoint steps (known : lines) (rest : list (nat * line)) : option lines :=
  match rest with
  | [] => Some known
  | (m, next) :: rest =>
      match step known m next with
      | Some p => steps (known ++ [(m, p)]) rest
      | None => None
      end
  end.

(* equations of terms, each on a manifold *)
Definition equations := list (nat * term * term).

Definition stated (sides : nat * term * term) : nat * polynomial :=
  let '(m, s, t) := sides in
  (m, match sort_of m s, sort_of m t with
      | Some SForm, Some SForm => equation (E s) (E t)
      | Some (SVector i), Some (SVector j) =>
          if (i =? j)%nat
          then if (i =? m)%nat then equation (I s) (I t) else equation (E s) (E t) else []
      | Some SOperator, Some SOperator => equation s t
      | _, _ => []
      end).

Definition check (relations : equations) (statement : nat * term * term)
    (proof : list (nat * line)) : bool :=
  let '(m, s, t) := statement in
  match sort_of m s, sort_of m t with
  | Some SForm, Some SForm | Some SOperator, Some SOperator => true
  | Some (SVector i), Some (SVector j) => (i =? j)%nat && same_degree s t
  | _, _ => false
  end &&
  match steps (map stated relations) proof with
  | Some known => same (snd (stated statement)) (taken m known (N.of_nat (length known - 1)))
  | None => false
  end.

Section Meaning.
Variable C : nat -> calculus.  (* of the manifolds *)
Variable nu : nat -> nat.  (* the numbers in degrees *)
Variable forms : forall m : nat, nat -> nat -> list nat -> form (C m).
Variable vectors : forall m : nat, nat -> nat -> list nat -> index (C m) -> form (C m).
Variable multis : forall m : nat, nat -> nat -> form (C m) -> form (C m).
Variable pull : forall phi m n : nat, form (C n) -> form (C m).
Hypothesis forms_have :
  forall m n p h, has (C m) (Z.of_nat p + 2 * sum_of (map nu h)) (forms m n p h).
Hypothesis vectors_have :
  forall m n k h a, has (C m) (Z.of_nat k + 2 * sum_of (map nu h)) (vectors m n k h a).
Hypothesis multis_are : forall m n p, multivector (C m) p (multis m n p).
Hypothesis morphisms :
  Forall (fun x => let '(phi, m, n) := x in morphism (C n) (C m) (pull phi m n)) maps.

Notation "v + w" := (add (C _) v w).
Notation "c * v" := (scale (C _) c v).

(* a coordinate of some manifold, or none *)
Definition place : Type := option {i : nat & index (C i)}.
Definition at_ (m : nat) (b : index (C m)) : place := Some (existT _ m b).
Definition off (m : nat) (a : place) : Prop :=
  match a with Some (existT _ i _) => i <> m | None => True end.

Definition here {m : nat} (f : index (C m) -> form (C m)) (a : place) : form (C m) :=
  match a with
  | Some (existT _ i b) =>
      match Nat.eq_dec i m with
      | left e => f (eq_rect i (fun i => index (C i)) b m e)
      | right _ => zero (C m)
      end
  | None => zero (C m)
  end.

Definition family {m : nat} (K : place -> form (C m)) (b : index (C m)) : form (C m) := K (at_ m b).

(* with the numbers that are added to it *)
Definition exact (t : term) : Z := Z.add (degree t) (2 * sum_of (map nu (halves t))).

(* the components of a form (all the same) or vector-valued form, and the operator of a term *)
Fixpoint meaning (m : nat) (t : term)
    : (place -> form (C m)) * (place -> form (C m) -> form (C m)) :=
  let nothing := fun _ _ => zero (C m) in
  match t with
  | F n p h => (fun _ => forms m n p h, nothing)
  | V n k h => (here (vectors m n k h), nothing)
  | One => (fun _ => one (C m), nothing)
  | Id => (here (identity (C m)), nothing)
  | X => (here (coordinate (C m)), nothing)
  | Multi n p => (fun _ => zero (C m), fun _ w => multis m n p w)
  | Back phi n t => (fun a => pull phi m n (fst (meaning n t) a), nothing)
  | Plus s t =>
      (fun a => fst (meaning m s) a + fst (meaning m t) a,
       fun a w => snd (meaning m s) a w + snd (meaning m t) a w)
  | Scaled c t =>
      (fun a => scaled (C m) c (fst (meaning m t) a),
       fun a w => scaled (C m) c (snd (meaning m t) a w))
  | Product s t => (fun a => wedge (C m) (fst (meaning m s) a) (fst (meaning m t) a), nothing)
  | Act P t => (fun a => snd (meaning m P) a (fst (meaning m t) a), nothing)
  | Bracket K M =>
      (fun a => lie (C m) (family (fst (meaning m K))) (fst (meaning m M) a)
        + (- sg (exact K * exact M))%Q
          * lie (C m) (family (fst (meaning m M))) (fst (meaning m K) a), nothing)
  | I K => (fun _ => zero (C m), fun _ w => insert (C m) (family (fst (meaning m K))) w)
  | L K => (fun _ => zero (C m), fun _ w => lie (C m) (family (fst (meaning m K))) w)
  | E t => (fun _ => zero (C m), fun a w => wedge (C m) (fst (meaning m t) a) w)
  | Compose P R =>
      (fun _ => zero (C m), fun a w => snd (meaning m P) a (snd (meaning m R) a w))
  | Commutator P R =>
      (fun _ => zero (C m), fun a w => snd (meaning m P) a (snd (meaning m R) a w)
        + (- sg (exact P * exact R))%Q * snd (meaning m R) a (snd (meaning m P) a w))
  end.

Definition value m t := fst (meaning m t).
Definition operator m t := snd (meaning m t).

(* --- linear, on each manifold ---------------------------------------------------------------- *)

Section On.
Context {m : nat}.
Implicit Types u v w z : form (C m).

Lemma zero_add v : zero (C m) + v = v.
Proof. apply zero_plus. Qed.

Lemma scale_zero c : c * zero (C m) = zero (C m).
Proof. apply times_zero. Qed.

Lemma add_cross u v w z : (u + v) + (w + z) = (u + w) + (v + z).
Proof. apply (space_cross _ _ _ _ (linear_forms (C m))). Qed.

Lemma scale_swap c d v : c * (d * v) = d * (c * v).
Proof. rewrite <- !scale_mult. apply scale_equal. ring. Qed.

Lemma wedge_zero u : wedge (C m) u (zero (C m)) = zero (C m).
Proof. apply wedge_with_zero. Qed.

Lemma multis_add n p v w : multis m n p (v + w) = multis m n p v + multis m n p w.
Proof. destruct (multis_are m n p) as ((H & _) & _). apply H. Qed.

Lemma multis_scale n p c v : multis m n p (c * v) = c * multis m n p v.
Proof. destruct (multis_are m n p) as ((_ & H & _) & _). apply H. Qed.

Lemma operator_add t a v w : operator m t a (v + w) = operator m t a v + operator m t a w.
Proof.
  revert a v w. unfold operator. induction t; intros; simpl; rewrite ?scaled_is;
    repeat first [rewrite IHt | rewrite IHt1 | rewrite IHt2 | rewrite insert_add
      | rewrite multis_add | rewrite lie_add | rewrite wedge_add | rewrite scale_add];
    auto using add_cross, zero_add, eq_sym.
Qed.

Lemma operator_scale t a c v : operator m t a (c * v) = c * operator m t a v.
Proof.
  revert a v. unfold operator. induction t; intros; simpl; rewrite ?scaled_is;
    repeat first [rewrite IHt | rewrite IHt1 | rewrite IHt2 | rewrite insert_scale
      | rewrite multis_scale | rewrite lie_scale | rewrite wedge_scale | rewrite scale_add];
    auto using scale_swap, scale_zero, eq_sym.
  rewrite scale_swap. reflexivity.
Qed.

Lemma lie_zero K : lie (C m) K (zero (C m)) = zero (C m).
Proof. rewrite <- (scale_nought (C m) (zero (C m))), lie_scale, !scale_nought. reflexivity. Qed.

Lemma operator_zero t a : operator m t a (zero (C m)) = zero (C m).
Proof. rewrite <- (scale_nought (C m) (zero (C m))), operator_scale, !scale_nought. reflexivity. Qed.

End On.

(* --- sorts and degrees --------------------------------------------------------------------- *)

Lemma here_at m f b : here f (at_ m b) = f b.
Proof.
  unfold here, at_. destruct (Nat.eq_dec m m) as [e|]; [|congruence].
  rewrite <- (eq_rect_eq_dec Nat.eq_dec). reflexivity.
Qed.

Lemma here_off m (f : index (C m) -> form (C m)) a : off m a -> here f a = zero (C m).
Proof.
  destruct a as [[i b]|]; simpl; auto. destruct (Nat.eq_dec i m); [contradiction|auto].
Qed.

Lemma here_has m p f : (forall b, has (C m) p (f b)) -> forall a, has (C m) p (here f a).
Proof.
  intros H [[i b]|]; simpl; [destruct (Nat.eq_dec i m)|]; auto using has_zero.
Qed.

Lemma at_or_off m a : (exists b, a = at_ m b) \/ off m a.
Proof.
  destruct a as [[i b]|]; simpl; auto. destruct (Nat.eq_dec i m) as [<-|]; auto.
  left. exists b. reflexivity.
Qed.

Lemma identity_family m b : family (value m Id) b = identity (C m) b.
Proof. apply here_at. Qed.

Lemma insert_id m w : insert (C m) (family (value m Id)) w = insert (C m) (identity (C m)) w.
Proof. apply insert_equal, identity_family. Qed.

Lemma lie_id m w : lie (C m) (family (value m Id)) w = lie (C m) (identity (C m)) w.
Proof. apply lie_equal, identity_family. Qed.

Lemma sum_put n l : sum_of (map nu (put n l)) = Z.add (Z.of_nat (nu n)) (sum_of (map nu l)).
Proof.
  unfold sum_of. induction l as [|k l]; simpl; auto. destruct (n <=? k)%nat; simpl in *; lia.
Qed.

Lemma sum_merge s t :
  sum_of (map nu (fold_right put t s)) = Z.add (sum_of (map nu s)) (sum_of (map nu t)).
Proof. induction s; simpl; auto. rewrite sum_put, IHs. unfold sum_of. simpl. lia. Qed.

Lemma even_exact t : Z.even (exact t) = Z.even (degree t).
Proof. unfold exact. rewrite Z.even_add, Z.even_mul. simpl. destruct (Z.even (degree t)); auto. Qed.

Lemma sg_exact s t : sg (exact s * exact t) = sg (degree s * degree t).
Proof. unfold sg. rewrite !Z.even_mul, !even_exact. reflexivity. Qed.

Lemma exact_known t : known_degree t = true -> exact t = degree t.
Proof. unfold known_degree, exact. destruct (halves t); [simpl; lia|discriminate]. Qed.

Lemma exact_same s t : same_degree s t = true -> exact s = exact t.
Proof.
  unfold same_degree, exact. destruct (list_eq_dec _ _ _) as [->|]; rewrite andb_true_iff;
    intros [H]; [|discriminate]. apply Z.eqb_eq in H. congruence.
Qed.

Lemma is_declared phi m n : declared phi m n = true -> morphism (C n) (C m) (pull phi m n).
Proof.
  unfold declared. rewrite existsb_exists. intros ([[psi i] j] & H & E).
  rewrite !andb_true_iff, !Nat.eqb_eq in E. destruct E as [[-> ->] ->].
  rewrite Forall_forall in morphisms. exact (morphisms _ H).
Qed.

Lemma has_degree m p q w : has (C m) p w -> p = q -> has (C m) q w.
Proof. intros H <-. exact H. Qed.

Lemma pull_zero phi m n : declared phi m n = true -> pull phi m n (zero (C n)) = zero (C m).
Proof.
  intros H. apply is_declared in H. rewrite <- (scale_nought (C n) (zero (C n))).
  rewrite (pull_scale _ _ _ H). apply scale_nought.
Qed.

Ltac degrees := unfold exact; cbn [degree halves map]; rewrite ?sum_merge; cbn [map];
  change (sum_of []) with 0; lia.

Lemma exact_inserted K : exact (I K) = Z.sub (exact K) 1.
Proof. degrees. Qed.

Definition well (m : nat) (t : term) : Prop :=
  match sort_of m t with
  | Some SForm =>
      (forall a, has (C m) (exact t) (value m t a)) /\ (forall a b, value m t a = value m t b)
  | Some (SVector i) =>
      (forall a, has (C m) (exact t) (value m t a)) /\
      (forall a, off i a -> value m t a = zero (C m))
  | Some SOperator =>
      (forall a p w, has (C m) p w -> has (C m) (Z.add (exact t) p) (operator m t a w)) /\
      (forall a b w, operator m t a w = operator m t b w)
  | Some SComponent =>
      forall a p w, has (C m) p w -> has (C m) (Z.add (exact t) p) (operator m t a w)
  | None => True
  end.

Lemma well_all t : forall m, well m t.
Proof.
  induction t; intros m; unfold well, value, operator in *; simpl;
    try (specialize (IHt1 m); specialize (IHt2 m)).
  - split; auto. intros. apply forms_have.
  - split; [apply here_has, vectors_have|apply here_off].
  - split; auto. intros. apply has_one.
  - split; [apply here_has, has_identity|apply here_off].
  - split; [apply here_has, has_coordinate|apply here_off].
  - split; auto. intros _ q w H. destruct (multis_are m n p) as ((_ & _ & G) & _).
    unfold exact. simpl. rewrite Z.add_0_r. apply G, H.
  - destruct (sort_of n t) as [[]|] eqn:S; auto; destruct (declared phi m n) eqn:D; auto;
      specialize (IHt n); rewrite S in IHt; destruct IHt as [H1 H2]; split; intros.
    + apply (pull_has _ _ _ (is_declared _ _ _ D)), H1.
    + rewrite (H2 a b). reflexivity.
    + apply (pull_has _ _ _ (is_declared _ _ _ D)), H1.
    + rewrite (H2 a) by assumption. apply pull_zero, D.
  - destruct (sort_of m t1) as [a|], (sort_of m t2) as [b|]; auto.
    destruct (sort_eq_dec a b) as [<-|]; auto.
    destruct (same_degree t1 t2) eqn:same; auto. apply exact_same in same.
    destruct a; simpl.
    + destruct IHt1 as [H1 E1], IHt2 as [H2 E2]. split; intros.
      * apply has_add; auto. apply has_degree with (exact t2); auto.
      * rewrite (E1 a b), (E2 a b). reflexivity.
    + destruct IHt1 as [H1 E1], IHt2 as [H2 E2]. split; intros.
      * apply has_add; auto. apply has_degree with (exact t2); auto.
      * rewrite E1, E2 by assumption. apply add_zero.
    + destruct IHt1 as [H1 E1], IHt2 as [H2 E2]. split; intros.
      * apply has_add; [apply H1; assumption|].
        apply has_degree with (Z.add (exact t2) p); auto. rewrite <- same. reflexivity.
      * rewrite (E1 a b), (E2 a b). reflexivity.
    + intros. apply has_add; [apply IHt1; assumption|].
      apply has_degree with (Z.add (exact t2) p); auto. rewrite <- same. reflexivity.
  - specialize (IHt m). destruct (sort_of m t) as [[]|]; auto; try destruct IHt as [H1 E1];
      try split; intros; rewrite ?scaled_is; try (apply has_scale; auto).
    + rewrite (E1 a b). reflexivity.
    + rewrite E1 by assumption. apply scale_zero.
    + rewrite (E1 a b). reflexivity.
  - destruct (sort_of m t1) as [[]|], (sort_of m t2) as [[]|]; auto;
      destruct IHt1 as [H1 E1], IHt2 as [H2 E2]; split; intros;
      try (eapply has_degree; [apply has_wedge; auto|degrees]).
    + rewrite (E1 a b), (E2 a b). reflexivity.
    + rewrite E2 by assumption. apply wedge_zero.
  - destruct (sort_of m t1) as [[]|], (sort_of m t2) as [[]|]; auto;
      destruct IHt1 as [H1 E1], IHt2 as [H2 E2]; split; intros;
      try (eapply has_degree; [apply H1, H2|degrees]).
    + rewrite (E2 a b). apply E1.
    + rewrite E2 by assumption. apply operator_zero.
  - destruct (sort_of m t1) as [[|i| |]|], (sort_of m t2) as [[|j| |]|]; auto.
    destruct (Nat.eqb_spec i m) as [->|], (Nat.eqb_spec j m) as [->|]; simpl; auto.
    destruct IHt1 as [H1 E1], IHt2 as [H2 E2]. split; intros.
    + eapply has_degree; [apply has_add; [|apply has_scale]|].
      * apply has_lie; [intros; apply H1|apply H2].
      * rewrite Z.add_comm. apply has_lie; [intros; apply H2|apply H1].
      * degrees.
    + rewrite E1, E2, !lie_zero by assumption. rewrite scale_zero. apply add_zero.
  - specialize (IHt m). destruct (sort_of m t) as [[|i| |]|]; auto. destruct (Nat.eqb_spec i m) as [->|]; auto.
    destruct IHt as [H1 E1]. split; intros; auto.
    eapply has_degree; [apply has_insert; [intros; apply H1|eassumption]|degrees].
  - specialize (IHt m). destruct (sort_of m t) as [[|i| |]|]; auto. destruct (Nat.eqb_spec i m) as [->|]; auto.
    destruct IHt as [H1 E1]. split; intros; auto.
    eapply has_degree; [apply has_lie; [intros; apply H1|eassumption]|degrees].
  - specialize (IHt m). destruct (sort_of m t) as [[]|]; auto; destruct IHt as [H1 E1]; try split; intros;
      try (eapply has_degree; [apply has_wedge; eauto|degrees]).
    rewrite (E1 a b). reflexivity.
  - destruct (sort_of m t1) as [[]|], (sort_of m t2) as [[]|]; simpl; auto;
      try destruct IHt1 as [H1 E1]; try destruct IHt2 as [H2 E2];
      try split; intros;
      try (eapply has_degree; [first [apply H1|apply IHt1]; first [apply H2|apply IHt2]; eassumption
        |degrees]).
    rewrite (E2 a b). apply E1.
  - destruct (sort_of m t1) as [[]|], (sort_of m t2) as [[]|]; simpl; auto;
      try destruct IHt1 as [H1 E1]; try destruct IHt2 as [H2 E2];
      try split; intros;
      try (apply has_add; [|apply has_scale]; eapply has_degree;
        first [degrees
          |first [apply H1|apply IHt1]; first [apply H2|apply IHt2]; eassumption
          |first [apply H2|apply IHt2]; first [apply H1|apply IHt1]; eassumption]).
    rewrite (E2 a b), !(E1 a b), (E2 a b). reflexivity.
Qed.

Lemma has_sort_is m s t : has_sort m s t = true -> sort_of m t = Some s.
Proof.
  unfold has_sort. destruct (sort_of m t) as [r|]; [destruct (sort_eq_dec s r)|]; congruence.
Qed.

Lemma has_form m t : sort_of m t = Some SForm -> has_sort m SForm t = true.
Proof. unfold has_sort. intros ->. reflexivity. Qed.

Lemma form_has m t : has_sort m SForm t = true -> forall a, has (C m) (exact t) (value m t a).
Proof. intros H. apply has_sort_is in H. generalize (well_all t m). unfold well. rewrite H. tauto. Qed.

Lemma form_constant m t :
  has_sort m SForm t = true -> forall a b, value m t a = value m t b.
Proof. intros H. apply has_sort_is in H. generalize (well_all t m). unfold well. rewrite H. tauto. Qed.

Lemma tensor_has m t : is_tensor m t = true -> forall a, has (C m) (exact t) (value m t a).
Proof.
  unfold is_tensor. generalize (well_all t m). unfold well.
  destruct (sort_of m t) as [[]|]; try discriminate; tauto.
Qed.

Lemma vector_tensor m t : is_vector m t = true -> is_tensor m t = true.
Proof. intros H. apply has_sort_is in H. unfold is_tensor. rewrite H. reflexivity. Qed.

Lemma vector_has m t :
  is_vector m t = true -> forall b, has (C m) (exact t) (family (value m t) b).
Proof. intros H b. apply tensor_has, vector_tensor, H. Qed.

Lemma vector_off m t :
  is_vector m t = true -> forall a, off m a -> value m t a = zero (C m).
Proof. intros H. apply has_sort_is in H. generalize (well_all t m). unfold well. rewrite H. tauto. Qed.

(* --- lines ---------------------------------------------------------------------------------- *)

Section Lines.
Variable m : nat.

Fixpoint run (u : word) (a : place) (w : form (C m)) : form (C m) :=
  match u with [] => w | letter :: rest => operator m letter a (run rest a w) end.

Fixpoint eval (p : polynomial) (a : place) (w : form (C m)) : form (C m) :=
  match p with [] => zero (C m) | (c, u) :: rest => c * run u a w + eval rest a w end.

Lemma run_app u v a w : run (u ++ v) a w = run u a (run v a w).
Proof. induction u; simpl; congruence. Qed.

Lemma run_add u a v w : run u a (v + w) = run u a v + run u a w.
Proof. induction u; simpl; auto. rewrite IHu. apply operator_add. Qed.

Lemma run_scale u a c w : run u a (c * w) = c * run u a w.
Proof. induction u; simpl; auto. rewrite IHu. apply operator_scale. Qed.

Lemma run_zero u a : run u a (zero (C m)) = zero (C m).
Proof. induction u; simpl; auto. rewrite IHu. apply operator_zero. Qed.

Lemma eval_app p q a w : eval (p ++ q) a w = eval p a w + eval q a w.
Proof.
  induction p as [|[c u] p]; simpl; [symmetry; apply zero_add|].
  rewrite IHp. apply add_assoc.
Qed.

Lemma eval_times c u v p a w : eval (times c u v p) a w = c * run u a (eval p a (run v a w)).
Proof.
  induction p as [|[d z] p]; simpl; [rewrite run_zero; symmetry; apply scale_zero|].
  rewrite IHp, !run_app, run_add, scale_add, run_scale, scale_mult. reflexivity.
Qed.

Lemma eval_multiplied p q a w : eval (multiplied p q) a w = eval p a (eval q a w).
Proof.
  induction p as [|[c u] p]; simpl; auto. rewrite eval_app, eval_times, IHp. reflexivity.
Qed.

Lemma eval_add_word c u p a w : eval (add_word c u p) a w = c * run u a w + eval p a w.
Proof.
  induction p as [|[d v] p]; simpl; auto. destruct (word_eq_dec u v) as [<-|]; simpl.
  - rewrite (scale_equal (C m) _ _ _ (Qred_correct (c + d))), scale_plus, add_assoc. reflexivity.
  - rewrite IHp, !add_assoc, (add_comm (C m) (d * _)). reflexivity.
Qed.

Lemma eval_normal p a w : eval (normal p) a w = eval p a w.
Proof.
  unfold normal. transitivity (eval (collected p) a w).
  - generalize (collected p). induction p0 as [|[c u] q]; simpl; auto.
    destruct (Qeq_bool c 0) eqn:H; simpl; rewrite IHq; auto.
    apply Qeq_bool_eq in H. rewrite (scale_equal (C m) _ _ _ H), scale_nought, zero_add. reflexivity.
  - induction p as [|[c u] p]; simpl; auto. rewrite eval_add_word, IHp. reflexivity.
Qed.

Lemma eval_one u a w : eval [(1%Q, u)] a w = run u a w.
Proof. simpl. rewrite scale_one. apply add_zero. Qed.

Lemma eval_spread (make : term -> word)
  (f : (place -> form (C m)) -> place -> form (C m) -> form (C m)) t a w :
  (forall t, run (make t) a w = f (value m t) a w) ->
  (forall K M, f (fun a => K a + M a) a w = f K a w + f M a w) ->
  (forall c K, f (fun a => scaled (C m) c (K a)) a w = c * f K a w) ->
  eval (spread make t) a w = f (value m t) a w.
Proof.
  intros H plus multiple. induction t; cbn [spread]; try (rewrite eval_one; apply H).
  - rewrite eval_app, IHt1, IHt2, <- plus. reflexivity.
  - rewrite eval_times. simpl run. rewrite IHt, <- multiple. reflexivity.
Qed.

Lemma eval_letters t a w : eval (letters t) a w = operator m t a w.
Proof.
  revert a w. induction t; intros; cbn [letters]; try (rewrite eval_one; reflexivity).
  - rewrite eval_app, IHt1, IHt2. reflexivity.
  - rewrite eval_times. simpl run. rewrite IHt. symmetry. apply scaled_is.
  - apply (eval_spread _ (fun K _ w => insert (C m) (family K) w)); intros; try reflexivity.
    + apply add_insert.
    + rewrite <- scale_insert. apply insert_equal. intros. apply scaled_is.
  - apply (eval_spread _ (fun K _ w => lie (C m) (family K) w)); intros; try reflexivity.
    + apply add_lie.
    + rewrite <- scale_lie. apply lie_equal. intros. apply scaled_is.
  - apply (eval_spread _ (fun K a w => wedge (C m) (K a) w)); intros.
    + destruct t0; try reflexivity. symmetry. apply one_wedge.
    + apply add_wedge.
    + rewrite scaled_is. apply scale_wedge.
  - rewrite eval_multiplied, IHt1, IHt2. reflexivity.
  - rewrite eval_app, eval_times, !eval_multiplied. simpl run.
    rewrite !IHt1, !IHt2, ?IHt1. unfold operator at 5. simpl. rewrite sg_exact. reflexivity.
Qed.

Lemma minus_self v : v + (-1)%Q * v = zero (C m).
Proof.
  transitivity (1%Q * v + (-1)%Q * v); [rewrite scale_one; reflexivity|].
  rewrite <- scale_plus. apply scale_nought.
Qed.

Lemma minus_zero v w : v + (-1)%Q * w = zero (C m) -> v = w.
Proof.
  intros H. rewrite <- (zero_add w), <- H, <- add_assoc, (add_comm (C m) _ w), minus_self, add_zero.
  reflexivity.
Qed.

Definition vanishes (p : polynomial) : Prop := forall a w, eval p a w = zero (C m).

(* commutators of insertions and products, without derivatives *)
Definition tame (q n : Z) (D : form (C m) -> form (C m)) : Prop :=
  linear_of (C m) q D /\ below (C m) (Z.to_nat (n + 1)) q D /\ over_functions (C m) D.

Lemma tame_zero q n D : tame q n D -> n < 0 -> forall w, D w = zero (C m).
Proof.
  intros (_ & B & _) N. replace (Z.to_nat (n + 1)) with O in B by lia. exact B.
Qed.

Lemma tame_commuted p q x y D R :
  tame p x D -> tame q y R -> tame (Z.add p q) (x + y - 1) (commuted (C m) p q D R).
Proof.
  intros HD HR. assert (ZD := tame_zero _ _ _ HD). assert (ZR := tame_zero _ _ _ HR).
  destruct HD as (LD & BD & OD), HR as (LR & BR & OR).
  split; [apply linear_commuted; assumption|split; [|apply over_commuted; assumption]].
  destruct (Z_lt_le_dec x 0) as [N|N]; [apply below_zero, commuted_zero; auto|].
  destruct (Z_lt_le_dec y 0) as [M|M]; [apply below_zero, commuted_zero; auto|].
  replace (Z.to_nat (x + y - 1 + 1)) with (pred (Z.to_nat (x + 1)) + pred (Z.to_nat (y + 1)))%nat
    by lia.
  apply below_any; assumption.
Qed.

Lemma tame_schouten p q x y D R : tame p x D -> tame q y R -> Z.add x p = 0 -> Z.add y q = 0 ->
  tame (Z.add (Z.add p 1) q) (x + y - 1) (schouten (C m) p q D R).
Proof.
  intros HD HR P Q. assert (ZD := tame_zero _ _ _ HD). assert (ZR := tame_zero _ _ _ HR).
  destruct HD as (LD & BD & OD), HR as (LR & BR & OR).
  split; [apply linear_schouten; assumption|].
  assert ((forall w, D w = zero (C m)) \/ (forall w, R w = zero (C m)) ->
    below (C m) (Z.to_nat (x + y - 1 + 1)) (Z.add (Z.add p 1) q) (schouten (C m) p q D R) /\
    over_functions (C m) (schouten (C m) p q D R)) as none.
  { intros H. assert (forall w, schouten (C m) p q D R w = zero (C m)) as E
      by (apply schouten_zero; assumption).
    split; [apply below_zero, E|]. intros f w _. rewrite !E, wedge_zero. reflexivity. }
  destruct (Z_lt_le_dec x 0) as [N|N]; [apply none; auto|].
  destruct (Z_lt_le_dec y 0) as [M|M]; [apply none; auto|]. split.
  - replace (Z.to_nat (x + y - 1 + 1)) with (pred (Z.to_nat (x + 1)) + pred (Z.to_nat (y + 1)))%nat
      by lia.
    apply below_schouten; assumption.
  - replace (Z.to_nat (x + 1)) with (S (Z.to_nat x)) in BD by lia.
    replace (Z.to_nat (y + 1)) with (S (Z.to_nat y)) in BR by lia.
    apply (over_schouten (C m) (Z.to_nat x) (Z.to_nat y)); auto; lia.
Qed.

Lemma linear_operator t a : is_operator m t = true -> linear_of (C m) (exact t) (operator m t a).
Proof.
  intros H. split; [|split]; intros; [apply operator_add|apply operator_scale|].
  generalize (well_all t m). unfold well, is_operator in *.
  destruct (sort_of m t) as [[]|]; try discriminate; [intros [G _]|intros G]; apply G; assumption.
Qed.

Lemma below_one q n D : below (C m) n q D -> (n <= 1)%nat -> below (C m) 1 q D.
Proof.
  intros B N. destruct n as [|[|]]; [|exact B|lia]. apply below_zero, B.
Qed.

Lemma joined_operators t u : is_operator m (Commutator t u) = true ->
  is_operator m t = true /\ is_operator m u = true.
Proof.
  unfold is_operator. simpl. destruct (sort_of m t) as [[]|], (sort_of m u) as [[]|]; auto.
Qed.

Fixpoint size (t : term) : nat :=
  match t with Commutator P R => S (size P + size R) | _ => O end.

Lemma order_tame t : is_operator m t = true ->
  forall n, order t = Some n -> forall a, tame (exact t) n (operator m t a).
Proof.
  assert (exactly : forall t n, alone t n = true -> Z.add n (exact t) = 0).
  { intros u n H. unfold alone in H. apply andb_prop in H. destruct H as [K H].
    rewrite (exact_known u K). apply Z.eqb_eq, H. }
  assert (both : forall u v n (x y : option Z), match x, y with Some p, Some r => Some (p + r - 1)
      | _, _ => None end = Some n -> is_operator m (Commutator u v) = true ->
      (is_operator m u = true -> forall n, x = Some n -> forall a, tame (exact u) n (operator m u a)) ->
      (is_operator m v = true -> forall n, y = Some n -> forall a, tame (exact v) n (operator m v a)) ->
      forall a, tame (exact (Commutator u v)) n (operator m (Commutator u v) a)).
  { intros u v n [x|] [y|] E H U V a; try discriminate. injection E as <-.
    apply joined_operators in H. destruct H as [HU HV].
    replace (exact (Commutator u v)) with (Z.add (exact u) (exact v)) by degrees.
    apply (tame_commuted (exact u) (exact v) x y (operator m u a) (operator m v a)); auto. }
  assert (all : forall n t, (size t < n)%nat -> is_operator m t = true ->
    forall k, order t = Some k -> forall a, tame (exact t) k (operator m t a));
    [|apply (all (S (size t))); lia].
  clear t. induction n as [|n IH]; intros t small H k' K a; [lia|].
  assert (plain : forall u v, t = Commutator u v ->
    match order u, order v with Some p, Some r => Some (p + r - 1) | _, _ => None end = Some k' ->
    tame (exact t) k' (operator m t a)).
  { intros u v -> E. simpl in small. apply (both u v k' (order u) (order v)); auto.
    - apply IH. lia.
    - apply IH. lia. }
  destruct t as
    [| | | | |n' p| | | | | | |K'|K'|t'| |t1 t2]; try discriminate.
  - injection K as <-. destruct (multis_are m n' p) as (A & B & O).
    unfold tame, exact. simpl. rewrite Z.add_0_r. split; [exact A|split; [|exact O]].
    replace (Z.to_nat (Z.of_nat p + 1)) with (S p) by lia. exact B.
  - injection K as <-. rewrite exact_inserted.
    assert (is_vector m K' = true) as U.
    { unfold is_operator, is_vector, has_sort in *. simpl in H.
      destruct (sort_of m K') as [[|i| |]|]; try discriminate.
      destruct (Nat.eqb_spec i m) as [e|]; [rewrite e|discriminate].
      destruct (sort_eq_dec _ _); congruence. }
    assert (G := vector_has m K' U).
    split; [apply linear_insertion, G|].
    split; [apply below_insert, G|apply (over_insert (C m) (exact K')), G].
  - injection K as <-. change (exact (E t')) with (exact t').
    assert (is_tensor m t' = true) as U.
    { unfold is_operator, is_tensor in *. simpl in H.
      destruct (sort_of m t') as [[]|]; try discriminate; reflexivity. }
    assert (G := tensor_has m t' U a).
    split; [apply linear_wedge, G|split; [apply below_wedge, G|apply (over_wedge _ (exact t')), G]].
  - destruct t1 as [| | | | | | | | | | | | | | | | D t1];
      try exact (plain _ _ eq_refl K).
    destruct t1 as [| | | | | | | | | | | | | t1| | |];
      try exact (plain _ _ eq_refl K).
    destruct t1; try exact (plain _ _ eq_refl K).
    cbn [order] in K. destruct (order D) as [x|] eqn:OD; [|discriminate].
    destruct (order t2) as [y|] eqn:OR; [|discriminate].
    destruct (alone D x) eqn:AD; [|discriminate]. destruct (alone t2 y) eqn:AR; [|discriminate].
    injection K as <-. apply joined_operators in H. destruct H as [HD HR].
    apply joined_operators in HD. destruct HD as [HD _].
    simpl in small.
    assert (GD := IH D ltac:(lia) HD x OD a). assert (GR := IH t2 ltac:(lia) HR y OR a).
    replace (exact (Commutator (Commutator D (L Id)) t2))
      with (Z.add (Z.add (exact D) 1) (exact t2)) by degrees.
    assert (G := tame_schouten _ _ _ _ _ _ GD GR (exactly D x AD) (exactly t2 y AR)).
    assert (forall w, schouten (C m) (exact D) (exact t2) (operator m D a) (operator m t2 a) w
      = operator m (Commutator (Commutator D (L Id)) t2) a w) as E.
    { intros w. unfold schouten, commuted, operator. simpl. fold (value m Id). rewrite !lie_id.
      replace (exact (Commutator D (L Id))) with (Z.add (exact D) 1) by degrees.
      replace (exact (L Id)) with 1 by degrees. reflexivity. }
    destruct G as (LG & BG & OG). split; [|split].
    + replace (Z.add (Z.add (exact D) 1) (exact t2))
        with (exact (Commutator (Commutator D (L Id)) t2)) by degrees.
      apply linear_operator. unfold is_operator in *. simpl. rewrite Nat.eqb_refl.
      destruct (sort_of m D) as [[]|], (sort_of m t2) as [[]|]; try discriminate; reflexivity.
    + apply (below_equal _ _ _ _ _ E BG).
    + intros f w F. rewrite <- !E. apply OG, F.
Qed.

Lemma order_vanishes t : is_operator m t = true -> vanishing_order t = true ->
  forall a w, operator m t a w = zero (C m).
Proof.
  intros H V a. unfold vanishing_order in V. destruct (order t) as [n|] eqn:N; [|discriminate].
  assert (G := order_tame t H n N a). destruct (Z_lt_le_dec n 0) as [L|L].
  - apply (tame_zero _ _ _ G L).
  - apply orb_prop in V. destruct V as [V|V]; [apply Z.ltb_lt in V; lia|].
    apply andb_prop in V. destruct V as [K V]. apply Z.ltb_lt in V. rewrite <- (exact_known t K) in V.
    destruct G as (LG & BG & OG). apply (few (C m) (Z.to_nat (n + 1)) (exact t)); auto. lia.
Qed.

Lemma order_multiplies t : is_operator m t = true -> multiplies t = true ->
  forall a w, operator m t a w = wedge (C m) (operator m t a (one (C m))) w.
Proof.
  intros H V a w. unfold multiplies in V. destruct (order t) as [n|] eqn:N; [|discriminate].
  destruct (order_tame t H n N a) as (L & B & _). apply Z.leb_le in V.
  apply (multiplication (C m) (exact t)); [exact L|]. apply (below_one _ _ _ B). lia.
Qed.

Lemma equation_vanishes s t :
  (forall a w, operator m s a w = operator m t a w) <-> vanishes (equation s t).
Proof.
  unfold vanishes, equation. split; intros H a w.
  - rewrite eval_normal, eval_letters. unfold operator in *. simpl. rewrite H. apply minus_self.
  - specialize (H a w). rewrite eval_normal, eval_letters in H. apply minus_zero. exact H.
Qed.

Lemma vanishing_vanishes t : (forall a w, operator m t a w = zero (C m)) -> vanishes (vanishing t).
Proof. intros H a w. unfold vanishing. rewrite eval_normal, eval_letters. apply H. Qed.

Lemma value_value_of u t a : value m (value_of u t) a = run u a (value m t a).
Proof.
  induction u as [|letter u]; simpl; auto. rewrite <- IHu.
  destruct letter; try reflexivity. destruct (value_of u t); try reflexivity.
  symmetry. apply wedge_one.
Qed.

Lemma eval_applied p t a w : eval (applied p t) a w = wedge (C m) (eval p a (value m t a)) w.
Proof.
  induction p as [|[c u] p]; cbn [applied eval].
  - rewrite <- (scale_nought (C m) (zero (C m))) at 2. rewrite scale_wedge, scale_nought. reflexivity.
  - rewrite eval_app, IHp, eval_times, eval_letters, add_wedge, scale_wedge. simpl run.
    unfold operator. simpl. fold (value m (value_of u t)). rewrite value_value_of. reflexivity.
Qed.

Lemma zero_wedge w : wedge (C m) (zero (C m)) w = zero (C m).
Proof. rewrite <- (scale_nought (C m) (zero (C m))), scale_wedge, !scale_nought. reflexivity. Qed.

Lemma insert_zero K : insert (C m) K (zero (C m)) = zero (C m).
Proof. rewrite <- (scale_nought (C m) (zero (C m))), insert_scale, !scale_nought. reflexivity. Qed.

Lemma zero_insert w : insert (C m) (fun _ => zero (C m)) w = zero (C m).
Proof.
  rewrite (insert_equal (C m) _ (fun b => 0%Q * zero (C m))) by (intros; rewrite scale_nought; auto).
  rewrite scale_insert. apply scale_nought.
Qed.

Lemma run_lifted u v a w : lifted_word m u = Some v ->
  run v a w = insert (C m) (family (fun b => run u b (one (C m)))) w.
Proof.
  revert v. induction u as [|letter u]; intros v; cbn [lifted_word]; [discriminate|].
  destruct letter; try discriminate. destruct (has_sort m SForm letter) eqn:H.
  - destruct (lifted_word m u) as [z|]; simpl; [|discriminate]. intros E. injection E as <-.
    simpl. rewrite (IHu _ eq_refl). unfold operator. simpl.
    rewrite <- wedge_insert. apply insert_equal. intros b. unfold family.
    f_equal. apply (form_constant m letter H).
  - destruct u; [|discriminate]. destruct (is_vector m letter); [|discriminate].
    intros E. injection E as <-. simpl. unfold operator. simpl. apply insert_equal.
    intros b. unfold family. symmetry. apply wedge_one.
Qed.

Lemma eval_lifted p q a w : by_words (lifted_word m) p = Some q ->
  eval q a w = insert (C m) (family (fun b => eval p b (one (C m)))) w.
Proof.
  revert q. induction p as [|[c u] p]; intros q; cbn [by_words].
  - intros E. injection E as <-. symmetry. apply zero_insert.
  - destruct (lifted_word m u) as [v|] eqn:H; [|discriminate].
    destruct (by_words (lifted_word m) p) as [r|]; [|discriminate]. intros E. injection E as <-.
    simpl. rewrite (IHp _ eq_refl), (run_lifted _ _ _ _ H), <- scale_insert, <- add_insert.
    reflexivity.
Qed.

Lemma lift_vanishes p q : vanishes p -> by_words (lifted_word m) p = Some q -> vanishes q.
Proof.
  intros H E a w. rewrite (eval_lifted _ _ _ _ E), (insert_equal (C m) _ (fun _ => zero (C m))).
  - apply zero_insert.
  - intros b. apply H.
Qed.

Definition field_of (K : term) : Z * (index (C m) -> form (C m)) := (exact K, family (value m K)).

Lemma field_of_inserted K M :
  field_of (Act (I K) M)
  = (Z.add (Z.sub (exact K) 1) (exact M), fun b => insert (C m) (family (value m K)) (value m M (at_ m b))).
Proof. unfold field_of. f_equal. degrees. Qed.

Fixpoint total_value (parts : terms) (a : place) : form (C m) :=
  match parts with [] => zero (C m) | (c, t) :: rest => c * value m t a + total_value rest a end.

Lemma total_value_app p q a : total_value (p ++ q) a = total_value p a + total_value q a.
Proof.
  induction p as [|[c t] p]; simpl; [symmetry; apply zero_add|]. rewrite IHp. apply add_assoc.
Qed.

Lemma total_value_scale c p a :
  total_value (map (fun part => ((c * fst part)%Q, snd part)) p) a = c * total_value p a.
Proof.
  induction p as [|[d t] p]; simpl; [symmetry; apply scale_zero|].
  rewrite IHp, scale_mult, scale_add. reflexivity.
Qed.

Lemma total_value_insert K p a :
  total_value (map (fun part => (fst part, Act (I K) (snd part))) p) a
  = insert (C m) (family (value m K)) (total_value p a).
Proof.
  induction p as [|[d t] p]; simpl; [symmetry; apply insert_zero|].
  rewrite IHp, insert_add, insert_scale. reflexivity.
Qed.

Lemma value_moved go go' t K before after passed passed' a :
  (forall f, total_value (go f) a = go' (map field_of f)) -> Z.even passed = Z.even passed' ->
  total_value (moved_terms go K before after passed) a
  = moved _ _ (add (C m)) (scale (C m)) (insert (C m)) go' t (exact K) (family (value m K))
      (map field_of before) (map field_of after) passed'.
Proof.
  intros H. revert before passed passed'. induction after as [|M after]; intros before passed passed' P;
    cbn [moved_terms map moved].
  - symmetry. apply scale_nought.
  - rewrite total_value_app, total_value_scale, H, (IHafter _ _ (Z.add passed' (Z.sub (exact M) 1))),
      !map_app; cbn [map].
    + rewrite field_of_inserted. unfold sg. rewrite !Z.even_mul, P, !Z.even_sub, even_exact.
      reflexivity.
    + rewrite !Z.even_add, !Z.even_sub, P, even_exact. reflexivity.
Qed.

Lemma value_slots n fields t a :
  total_value (slot_terms n fields t) a
  = slots _ _ (add (C m)) (scale (C m)) (insert (C m)) n (map field_of fields) (value m t a).
Proof.
  assert (nothing : total_value [(1%Q, t)] a = value m t a)
    by (simpl; rewrite scale_one; apply add_zero).
  revert fields. induction n as [|n]; intros [|K fields]; try exact nothing.
  cbn [slot_terms map slots]. change (field_of K) with (exact K, family (value m K)).
  cbv iota beta. rewrite total_value_app, total_value_insert, IHn.
  rewrite (value_moved _
    (fun f => slots _ _ (add (C m)) (scale (C m)) (insert (C m)) n f (value m t a))
    (value m t a) _ _ _ _ 0); auto.
Qed.

Lemma eval_products_with parts a w :
  eval (products_with parts) a w = wedge (C m) (total_value parts a) w.
Proof.
  induction parts as [|[c t] parts]; cbn [products_with total_value].
  - symmetry. apply zero_wedge.
  - rewrite eval_app, eval_times, eval_letters, IHparts, add_wedge, scale_wedge. reflexivity.
Qed.

Lemma components_by_insertion k K a :
  (forall b, has (C m) k (K b)) -> insert (C m) K (identity (C m) a) = K a.
Proof.
  intros H. rewrite <- (coordinates (C m) 1 (identity (C m)) a (has_identity (C m))).
  rewrite <- (coordinates (C m) k K a H), (lie_is (C m) k K _ H) at 1.
  assert (none : insert (C m) K (coordinate (C m) a) = zero (C m)).
  { generalize (slots_vanish (C m) [(k, K)] 0 (coordinate (C m) a)). simpl.
    rewrite scale_nought, add_zero. intros E. apply E; auto using has_coordinate, Z.lt_0_1.
    intros n M [[= <- <-]|[]]; auto. }
  rewrite none, <- (scale_nought (C m) (zero (C m))), lie_scale, !scale_nought, scale_zero, add_zero.
  reflexivity.
Qed.

Lemma same_vanishes p q : same p q = true -> (vanishes p <-> vanishes q).
Proof.
  unfold same. destruct (normal _) eqn:N; [intros _|discriminate].
  assert (forall a w, eval p a w = eval q a w) as H.
  { intros a w. apply minus_zero. transitivity (eval (p ++ times (-1) [] [] q) a w).
    - rewrite eval_app, eval_times. reflexivity.
    - rewrite <- eval_normal, N. reflexivity. }
  unfold vanishes. split; intros E a w; [rewrite <- H|rewrite H]; apply E.
Qed.

Lemma inserted_identity K a :
  is_vector m K = true -> insert (C m) (family (value m K)) (value m Id a) = value m K a.
Proof.
  intros H. destruct (at_or_off m a) as [[b ->]|O].
  - transitivity (insert (C m) (family (value m K)) (identity (C m) b)).
    + f_equal. apply identity_family.
    + apply (components_by_insertion (exact K) (family (value m K)) b (vector_has m K H)).
  - rewrite (vector_off m K H a O). unfold value. simpl. rewrite here_off by exact O.
    apply insert_zero.
Qed.

Lemma zero_of_vanishes t :
  is_tensor m t = true -> (vanishes (zero_of m t) <-> forall a, value m t a = zero (C m)).
Proof.
  intros T. unfold zero_of, vanishes, vanishing.
  destruct (is_vector m t) eqn:V; split; intros H a; [|intros w| |intros w].
  - generalize (H a (value m Id a)). rewrite eval_normal, eval_letters.
    rewrite <- (inserted_identity t a V). auto.
  - rewrite eval_normal, eval_letters. unfold operator. simpl.
    rewrite (insert_equal (C m) _ (fun _ => zero (C m))); [apply zero_insert|].
    intros b. apply H.
  - generalize (H a (one (C m))). rewrite eval_normal, eval_letters. unfold operator. simpl.
    rewrite wedge_one. auto.
  - rewrite eval_normal, eval_letters. unfold operator. simpl. fold (value m t).
    rewrite H. apply zero_wedge.
Qed.

End Lines.

(* forms of which a term consists *)
Definition each (m : nat) (t : term) (P : form (C m) -> Prop) : Prop :=
  match sort_of m t with
  | Some (SVector i) => forall a : index (C i), P (value m t (at_ i a))
  | _ => P (value m t None)
  end.

Lemma each_is m t (P : form (C m) -> Prop) :
  is_tensor m t = true -> P (zero (C m)) -> (each m t P <-> forall a, P (value m t a)).
Proof.
  unfold is_tensor, each. intros T Z. generalize (well_all t m). unfold well.
  destruct (sort_of m t) as [[|i| |]|]; try discriminate; intros [_ E]; split; auto; intros H a.
  - rewrite (E a None). exact H.
  - destruct (at_or_off i a) as [[b ->]|O]; [apply H|rewrite (E a O); exact Z].
Qed.

(* what it says that only the zero vector vanishes in all of these terms *)
Fixpoint vanishing_in (m : nat) (ws : list term) (K : index (C m) -> form (C m)) (conclusion : Prop)
    : Prop :=
  match ws with
  | [] => conclusion
  | w :: rest =>
      each m w (fun w => insert (C m) K w = zero (C m)) -> vanishing_in m rest K conclusion
  end.

Definition injective (x : nat * list term) : Prop :=
  let (m, ws) := x in
  forall K, (forall a, has (C m) 0 (K a)) -> vanishing_in m ws K (forall a, K a = zero (C m)).

Definition all_vanish : lines -> Prop := Forall (fun x => vanishes (fst x) (snd x)).

Lemma taken_vanishes known : all_vanish known -> forall m n, vanishes m (taken m known n).
Proof.
  intros all m n. unfold taken. destruct (nth_in_or_default (N.to_nat n) known (m, [])) as [H| ->].
  - unfold all_vanish in all. rewrite Forall_forall in all. specialize (all _ H).
    destruct (nth (N.to_nat n) known (m, [])) as [i p]. destruct (Nat.eqb_spec i m) as [<-|]; auto.
    intros a w. reflexivity.
  - rewrite Nat.eqb_refl. intros a w. reflexivity.
Qed.

Lemma inserted_vanishes m known u ws told conclusion :
  is_vector m u = true -> all_vanish known -> inserted m known u ws told = true ->
  vanishing_in m ws (family (value m u)) conclusion -> conclusion.
Proof.
  intros U all. revert told. induction ws as [|w ws]; intros [|n told]; simpl; try discriminate;
    auto.
  rewrite !andb_true_iff. intros [[T S] H] given. apply (IHws told H), given.
  apply each_is; [exact T|apply insert_zero|].
  apply (zero_of_vanishes m (Act (I u) w)).
  - unfold is_tensor in *. simpl. apply has_sort_is in U. rewrite U, Nat.eqb_refl.
    destruct (sort_of m w) as [[]|]; auto.
  - apply (same_vanishes m _ _ S), taken_vanishes, all.
Qed.

Lemma pull_vanishes phi m n p q : declared phi m n = true ->
  vanishes n p -> by_words (pulled_word phi n) p = Some q -> vanishes m q.
Proof.
  intros D H E a w. apply is_declared in D.
  assert (words : forall u v, pulled_word phi n u = Some v ->
    run m v a w = wedge (C m) (pull phi m n (run n u a (one (C n)))) w).
  { induction u as [|letter u]; intros v; simpl.
    - intros F. injection F as <-. simpl. rewrite (pull_one _ _ _ D). symmetry. apply one_wedge.
    - destruct letter; try discriminate. destruct (pulled_word phi n u) as [z|]; [|discriminate].
      simpl. intros F. injection F as <-. simpl. rewrite (IHu _ eq_refl). unfold operator. simpl.
      rewrite (pull_wedge _ _ _ D), wedge_assoc. reflexivity. }
  transitivity (wedge (C m) (pull phi m n (eval n p a (one (C n)))) w).
  - clear H. revert q E. induction p as [|[c u] p]; intros q; cbn [by_words].
    + intros F. injection F as <-. simpl. rewrite <- (scale_nought (C n) (zero (C n))).
      rewrite (pull_scale _ _ _ D), scale_wedge. symmetry. apply scale_nought.
    + destruct (pulled_word phi n u) as [v|] eqn:W; [|discriminate].
      destruct (by_words _ p) as [r|]; [|discriminate]. intros F. injection F as <-. simpl.
      rewrite (pull_add _ _ _ D), (pull_scale _ _ _ D), add_wedge, scale_wedge, <- (IHp _ eq_refl).
      rewrite (words _ _ W). reflexivity.
  - rewrite H. rewrite <- (scale_nought (C n) (zero (C n))), (pull_scale _ _ _ D), scale_wedge.
    apply scale_nought.
Qed.

Section Steps.
Hypothesis all_injective : Forall injective supposed.

Lemma step_vanishes known m next p :
  all_vanish known -> step known m next = Some p -> vanishes m p.
Proof.
  intros all. assert (lines_vanish := taken_vanishes known all).
  destruct next; cbn [step]; unfold if_; intros H;
    try match type of H with (if ?b then _ else _) = _ => destruct b eqn:typed; [|discriminate] end;
    repeat rewrite andb_true_iff in typed;
    try match type of H with
      Some _ = Some _ => apply (f_equal (fun o => match o with Some q => q | None => p end)) in H;
        cbv beta iota in H; subst p
    end.
  - intros a w. rewrite eval_normal. induction parts as [|[[[c u] n] v] parts];
      [reflexivity|]. cbn [total]. rewrite eval_app, eval_times, lines_vanish, run_zero,
        scale_zero, zero_add. apply IHparts.
  - destruct (by_words _ _) as [q|] eqn:E; [|discriminate]. injection H as <-.
    intros a w. rewrite eval_normal. apply (lift_vanishes m _ _ (lines_vanish m n) E).
  - intros a w. rewrite eval_normal, eval_applied, lines_vanish. apply zero_wedge.
  - apply equation_vanishes. intros a w. apply wedge_assoc.
  - intros a w. rewrite eval_normal, eval_app, eval_times, eval_applied, !eval_letters.
    simpl run. rewrite add_comm. apply minus_self.
  - destruct typed as [U V]. apply vanishing_vanishes, order_vanishes; assumption.
  - destruct typed as [U V]. apply equation_vanishes. intros a w.
    apply (order_multiplies m P); [|exact V]. apply has_sort_is in U. unfold is_operator. rewrite U.
    reflexivity.
  - apply equation_vanishes. intros a w. unfold operator. simpl.
    rewrite exact_inserted.
    apply (insert_derivation (C m) (exact K) (exact t)); [apply vector_has|apply tensor_has]; tauto.
  - apply equation_vanishes. intros a w. unfold operator. simpl.
    apply (lie_derivation (C m) (exact K) (exact t)); [apply vector_has|apply tensor_has]; tauto.
  - intros a w. rewrite eval_normal, eval_products_with, value_slots.
    rewrite <- (map_length (field_of m) fields) at 1.
    destruct typed as [[[tensor vectors'] known'] few]. rewrite (slots_vanish (C m) _ (degree t)).
    + apply zero_wedge.
    + intros k K HK b. apply in_map_iff in HK. destruct HK as (M & E & HM).
      injection E as <- <-. rewrite forallb_forall in vectors'. apply vector_has, vectors', HM.
    + rewrite <- (exact_known t known'). apply tensor_has, tensor.
    + rewrite map_length. apply Z.ltb_lt, few.
  - destruct typed as [tensor known']. apply equation_vanishes. intros a w. unfold operator. simpl.
    fold (value m t) (value m Id). rewrite insert_id, scaled_is.
    rewrite (insert_identity (C m) (degree t)); [reflexivity|].
    rewrite <- (exact_known t known'). apply tensor_has, tensor.
  - apply equation_vanishes. intros a w. unfold operator. simpl. rewrite scaled_is.
    change ((degree K - 1) * (degree M - 1))%Z with (degree (I K) * degree (I M))%Z.
    rewrite <- sg_exact, !exact_inserted.
    apply (insertions (C m) (exact K) (exact M)); apply vector_has; tauto.
  - apply vanishing_vanishes. intros a w. unfold operator. simpl. fold (value m Id).
    rewrite !lie_id. apply nilpotent.
  - apply equation_vanishes. intros a w. unfold operator. simpl. fold (value m Id).
    rewrite !lie_id. rewrite exact_inserted.
    apply (lie_is (C m) (exact K)). apply vector_has, typed.
  - apply equation_vanishes. intros a w. apply (brackets (C m) (exact K) (exact M));
      apply vector_has; tauto.
  - apply equation_vanishes. intros a w. unfold operator. simpl. rewrite scaled_is.
    change (degree K * (degree M - 1))%Z with (degree (L K) * degree (I M))%Z.
    rewrite <- sg_exact, exact_inserted.
    apply (mixed (C m) (exact K) (exact M)); apply vector_has; tauto.
  - apply equation_vanishes. intros a w. unfold operator. simpl. f_equal.
    destruct (at_or_off m a) as [[b ->]|O].
    + rewrite here_at. apply (coordinates (C m) (exact K)). apply vector_has, typed.
    + rewrite here_off by exact O. rewrite lie_zero. symmetry. apply (vector_off m K typed a O).
  - destruct typed as [[[U nought] known'] S]. apply Z.eqb_eq in nought.
    assert (is_tensor m u = true) as T
      by (apply has_sort_is in U; unfold is_tensor; rewrite U; reflexivity).
    assert (forall a, has (C m) 0 (value m u a)) as F
      by (intros a; rewrite <- nought, <- (exact_known u known'); apply form_has, U).
    apply zero_of_vanishes; auto. intros a. rewrite <- (wedge_one (C m) (value m u a)).
    apply (no_nilpotents (C m) 0); [apply F|apply has_one|]. rewrite wedge_one.
    apply (zero_of_vanishes m (Product u u)).
    + apply has_sort_is in U. unfold is_tensor. simpl. rewrite U. reflexivity.
    + apply (same_vanishes m _ _ S), lines_vanish.
  - destruct typed as [[[U nought] known'] S]. apply Z.eqb_eq in nought.
    assert (forall a, has (C m) 0 (value m u a)) as F
      by (intros a; rewrite <- nought, <- (exact_known u known'); apply form_has, U).
    apply has_sort_is in U.
    apply zero_of_vanishes; [unfold is_tensor; simpl; rewrite U, Nat.eqb_refl; reflexivity|].
    assert (forall a, value m (Product u (Act (L Id) u)) a = zero (C m)) as V.
    { apply (zero_of_vanishes m (Product u (Act (L Id) u))).
      - unfold is_tensor. simpl. rewrite U, Nat.eqb_refl. reflexivity.
      - apply (same_vanishes m _ _ S), lines_vanish. }
    intros a. specialize (V a). unfold value in V |- *. simpl in V |- *.
    fold (value m u) (value m Id) in V |- *. rewrite !lie_id in V |- *.
    apply no_slope; [apply F|exact V].
  - destruct typed as [[[[U nought] known'] W] S]. apply Z.eqb_eq in nought.
    assert (forall a, has (C m) 0 (value m f a)) as F
      by (intros a; rewrite <- nought, <- (exact_known f known'); apply form_has, U).
    apply has_sort_is in U.
    assert (forall u, is_tensor m u = true -> is_tensor m (Product f u) = true) as T
      by (intros u; unfold is_tensor; simpl; rewrite U; destruct (sort_of m u) as [[]|]; auto).
    apply zero_of_vanishes; [apply T, W|]. intros a.
    apply (no_nilpotents (C m) (exact w)); [apply F|apply tensor_has, W|].
    apply (zero_of_vanishes m (Product f (Product f w))); [apply T, T, W|].
    apply (same_vanishes m _ _ S), lines_vanish.
  - destruct (nth_error supposed k) as [[i ws]|] eqn:N; [|discriminate].
    destruct (_ && _) eqn:typed in H; [injection H as <-|discriminate].
    rewrite !andb_true_iff in typed. destruct typed as [[[[P U] nought] known'] S].
    apply Nat.eqb_eq in P. subst i. apply Z.eqb_eq in nought.
    apply zero_of_vanishes; [apply vector_tensor, U|].
    assert (forall b, family (value m u) b = zero (C m)) as E.
    { apply (inserted_vanishes _ _ _ _ _ _ U all S).
      rewrite Forall_forall in all_injective. apply (all_injective (m, ws) (nth_error_In _ _ N)).
      rewrite <- nought, <- (exact_known u known'). apply vector_has, U. }
    intros a. destruct (at_or_off m a) as [[b ->]|O]; [apply E|apply (vector_off m u U a O)].
  - apply equation_vanishes. intros a w. unfold operator. simpl. fold (value m Id) (value n Id).
    rewrite !lie_id, (pull_d _ _ _ (is_declared _ _ _ typed)). reflexivity.
  - destruct (by_words _ _) as [q|] eqn:E; [|discriminate]. injection H as <-.
    intros a w. rewrite eval_normal. apply (pull_vanishes _ _ _ _ _ typed (lines_vanish n told) E).
  - destruct typed as [[[[D U] W] S] G]. apply equation_vanishes. intros a w. unfold operator. simpl.
    f_equal. apply (pull_related _ _ _ (is_declared _ _ _ D) (exact A)).
    + apply vector_has, U.
    + rewrite (exact_same _ _ S). apply vector_has, W.
    + intros b. apply (same_vanishes m _ _ G) in lines_vanish.
      rewrite <- equation_vanishes in lines_vanish. specialize (lines_vanish (at_ n b) (one (C m))).
      unfold operator in lines_vanish. simpl in lines_vanish.
      rewrite !wedge_one in lines_vanish. rewrite <- (here_at n (coordinate (C n)) b).
      exact lines_vanish.
Qed.

Lemma steps_vanish proof known found :
  all_vanish known -> steps known proof = Some found -> all_vanish found.
Proof.
  revert known. induction proof as [|[m next] proof]; cbn [steps]; intros known all H.
  - injection H as <-. exact all.
  - destruct (step known m next) as [p|] eqn:E; [|discriminate].
    apply (IHproof (known ++ [(m, p)])); auto. apply Forall_app. split; auto.
    constructor; auto. apply (step_vanishes known m next); auto.
Qed.

(* what an equation of two terms says *)
Definition holds (sides : nat * term * term) : Prop :=
  let '(m, s, t) := sides in
  match sort_of m s with
  | Some SForm => value m s None = value m t None
  | Some (SVector i) => forall a : index (C i), value m s (at_ i a) = value m t (at_ i a)
  | Some SOperator => forall w, operator m s None w = operator m t None w
  | _ => True
  end.

Lemma each_equal m s t i : sort_of m s = Some (SVector i) -> sort_of m t = Some (SVector i) ->
  (forall a : index (C i), value m s (at_ i a) = value m t (at_ i a)) ->
  forall a, value m s a = value m t a.
Proof.
  intros S T H a. generalize (well_all s m) (well_all t m). unfold well. rewrite S, T.
  intros [_ off_s] [_ off_t]. destruct (at_or_off i a) as [[b ->]|O]; auto.
  rewrite off_s, off_t by exact O. reflexivity.
Qed.

Lemma relation_vanishes sides :
  holds sides -> vanishes (fst (fst sides)) (snd (stated sides)).
Proof.
  destruct sides as [[m s] t]. unfold holds, stated. simpl.
  destruct (sort_of m s) as [[|i| |]|] eqn:S; try (intros _ a w; reflexivity);
    destruct (sort_of m t) as [[|j| |]|] eqn:T; try (intros _ a w; reflexivity).
  - intros H. apply equation_vanishes. intros a w. unfold operator. simpl.
    fold (value m s) (value m t). f_equal. apply has_form in S, T.
    rewrite (form_constant m s S a None), (form_constant m t T a None). exact H.
  - destruct (Nat.eqb_spec i j) as [<-|]; [|intros _ a w; reflexivity]. intros H.
    assert (forall a, value m s a = value m t a) as E by (apply (each_equal m s t i); assumption).
    destruct (Nat.eqb i m); apply equation_vanishes; intros a w; unfold operator; simpl;
      fold (value m s) (value m t).
    + apply insert_equal. intros b. apply E.
    + rewrite E. reflexivity.
  - intros H. apply equation_vanishes. intros a w.
    generalize (well_all s m) (well_all t m). unfold well. rewrite S, T.
    intros [_ E1] [_ E2]. rewrite (E1 a None), (E2 a None). apply H.
Qed.

Theorem sound relations statement proof :
  check relations statement proof = true -> Forall holds relations -> holds statement.
Proof.
  destruct statement as [[m s] t]. unfold check. intros H given. apply andb_prop in H.
  destruct H as [sorts H].
  destruct (steps (map stated relations) proof) as [found|] eqn:E; [|discriminate].
  apply steps_vanish in E;
    [|apply Forall_map; eapply Forall_impl; [|exact given];
      intros [[n u] v] G; apply (relation_vanishes (n, u, v) G)].
  assert (vanishes m (snd (stated (m, s, t)))) as V
    by (apply (same_vanishes m _ _ H), taken_vanishes, E).
  unfold stated in V. unfold holds. simpl in V.
  destruct (sort_of m s) as [[|i| |]|] eqn:S; try exact Logic.I;
    destruct (sort_of m t) as [[|j| |]|] eqn:T; try discriminate.
  - rewrite <- equation_vanishes in V. generalize (V None (one (C m))). unfold operator. simpl.
    rewrite !wedge_one. auto.
  - apply andb_prop in sorts. destruct sorts as [same _]. apply Nat.eqb_eq in same. subst j.
    intros a. rewrite Nat.eqb_refl in V. destruct (Nat.eqb_spec i m) as [->|];
      rewrite <- equation_vanishes in V.
    + rewrite <- (inserted_identity m s (at_ m a)), <- (inserted_identity m t (at_ m a));
        [apply (V (at_ m a))| |];
        unfold is_vector, has_sort; rewrite ?S, ?T; destruct (sort_eq_dec _ _); congruence.
    + generalize (V (at_ i a) (one (C m))). unfold operator. simpl. rewrite !wedge_one. auto.
  - rewrite <- equation_vanishes in V. intros w. apply V.
Qed.

End Steps.
End Meaning.
End Checking.

(* the data that stand for symbols are homogeneous *)
Ltac homogeneous :=
  repeat match goal with
    | |- context [match ?n with O => _ | S _ => _ end] => destruct n
    | |- context [match ?l with nil => _ | cons _ _ => _ end] => destruct l
    end;
  first [apply has_zero | apply multivector_zero | match goal with H : _ |- _ => exact H || apply H end].
